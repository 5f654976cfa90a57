// What the page says before its code has arrived. The build puts these texts into index.html, so nothing here may need the app.
/** By the tag of the language. */
export const loadingText: Record<string, string> = {
  en: 'Belfry is loading. If this text stays for more than a few seconds, the connection is slow, or the server does not answer. Reload the page then.',
  de: 'Belfry wird geladen. Bleibt dieser Text länger als einige Sekunden stehen, ist die Verbindung langsam, oder der Server antwortet nicht. Bitte laden Sie die Seite dann neu.',
};

/** What the page says when the code does not arrive. */
export const failedText: Record<string, string> = {
  en: 'The code of Belfry did not arrive. Reload the page. If Belfry is behind a proxy, below a path, set BELFRY_PUBLIC_URL to its address with that path.',
  de: 'Der Code von Belfry ist nicht angekommen. Bitte laden Sie die Seite neu. Ist Belfry hinter einem Proxy unter einem Pfad erreichbar, setzen Sie BELFRY_PUBLIC_URL auf die Adresse mit diesem Pfad.',
};
