import type { page as english } from '../../../sentences/page.ts';

export const page: Readonly<Record<keyof typeof english, string>> = {
  'page.loading':
    'Belfry wird geladen. Bleibt dieser Text länger als einige Sekunden stehen, ist die Verbindung langsam, oder der Server antwortet nicht. Bitte laden Sie die Seite dann neu.',
  'page.failed':
    'Der Code von Belfry ist nicht angekommen. Bitte laden Sie die Seite neu. Ist Belfry hinter einem Proxy unter einem Pfad erreichbar, setzen Sie BELFRY_PUBLIC_URL auf die Adresse mit diesem Pfad.',
};
