import type { messages } from '../../../../../../apps/cli/src/messages/calls.ts';
import type { Translation } from '../../translation.ts';

export const calls: Translation<typeof messages> = {
  unreadable: (option, file, code) => `${option}: ${file} kann nicht gelesen werden (${code}).`,
  otherProgram: (address, path) =>
    `${address} hat auf ${path} etwas anderes geantwortet als Belfry. Ist es eine andere Version oder ein anderes Programm?`,
  late: (address, seconds) => `${address} hat in ${seconds} s nicht geantwortet.`,
  untrusted: (address, code) =>
    `Dem Zertifikat von ${address} wird nicht vertraut (${code}). Ist es das eigene von Belfry, nennen Sie seine Datei mit --ca oder BELFRY_CA: im Datenverzeichnis, tls/self-signed.crt.`,
  nothingThere: (address) =>
    `Unter ${address} antwortet nichts. Läuft Belfry? --url oder BELFRY_URL gibt eine andere Adresse an.`,
  unknownName: (name) => `Der Name ${name} ist nicht bekannt. --url oder BELFRY_URL gibt eine andere Adresse an.`,
  unreachable: (address, reason) => `${address} ist nicht erreichbar (${reason}).`,
  wrongToken:
    'Das Token gilt nicht. Erzeugen Sie eines in den Einstellungen unter Sicherheit, und geben Sie es mit BELFRY_TOKEN an.',
  noToken:
    'Belfry verlangt ein Token. Erzeugen Sie eines in den Einstellungen unter Sicherheit, und geben Sie es mit BELFRY_TOKEN oder BELFRY_TOKEN_FILE an.',
  notAllowed: (reason) => `Das Token darf das nicht: ${reason}`,
  smallScope: 'sein Umfang ist zu klein',
  status: (status) => `Belfry hat mit dem Status ${status} geantwortet`,
};
