// What the page says before its code has arrived. The build puts these texts into index.html, so nothing here may need the app.
/** By the tag of the language. */
export const loadingText: Record<string, string> = {
  en: 'Belfry is loading. If this text stays for more than a few seconds, the connection is slow, or the server does not answer. Reload the page then.',
  de: 'Belfry wird geladen. Bleibt dieser Text länger als einige Sekunden stehen, ist die Verbindung langsam, oder der Server antwortet nicht. Bitte laden Sie die Seite dann neu.',
};
