import type { messages } from '../../../../../../apps/cli/src/messages/update.ts';
import type { Translation } from '../../translation.ts';

export const update: Translation<typeof messages> = {
  latest: (version) => `Belfry ${version} ist die neueste Version.`,
  available: (version, running) => `Belfry ${version} ist verfügbar. Hier läuft ${running}.`,
  itself: 'Belfry installiert sie: belfry update apply',
  notItself: 'Belfry installiert sie nicht selbst.',
  steps: 'Schritte:',
  needs: 'Nötig:',
  missing: 'Es fehlt:',
  command: (command) => `Befehl: ${command}`,
  addYes: (version) => `Belfry ist nicht erreichbar, während es auf ${version} gebracht wird. Beginnen Sie mit --yes.`,
  heads: ['BEGONNEN', 'VON', 'AUF', 'STATUS', 'DURCH', 'FEHLER'],
  none: 'Es gab keine Updates.',
  statuses: {
    in_progress: 'läuft',
    success: 'gelungen',
    failed: 'fehlgeschlagen',
    rolled_back: 'zurückgekehrt',
    cancelled: 'abgebrochen',
  },
  notInstalled: 'Dieses Belfry wurde nicht von seinem Installationsprogramm installiert, also ersetzt es sich nicht.',
  onlySystemd: 'Nur root darf das: systemd führt es als belfry-update.service aus.',
  onlyRoot: 'Nur root darf das, auf der Maschine von Belfry.',
  busy: 'Ein anderes Update-Programm läuft. Dieses wartet darauf.',
  notAsked: 'Es wurde kein Update verlangt.',
  goesBack: (from, to, savedAt, copy, keptIn) =>
    `Belfry geht von ${from} zurück zu ${to} und zu den Daten von ${savedAt} (${copy}).
Was es seitdem gespeichert hat, ist für ${to} verloren: Einstellungen, Benutzer, Messwerte. Alarme gehen weiter, wenn ${to} sie lesen kann. Jene Daten werden in ${keptIn} aufgehoben.
Belfry ist währenddessen nicht erreichbar.`,
  question: (to) => `Zurück zu ${to}? [j/N] `,
  yes: ['j', 'ja'],
  unchanged: 'Nichts wurde geändert.',
  addYesToGoBack: 'Gehen Sie mit --yes zurück. Nichts wurde geändert.',
  otherVersion: (running) => `Inzwischen wurde eine andere Version installiert: ${running} läuft.`,
  updateRuns: 'Gerade läuft ein Update. Warten Sie, bis es zu Ende ist: belfry update status',
  interrupted:
    'Ein Update wurde unterbrochen. Rufen Sie zuerst als root „belfry update apply-staged“ auf: Es geht dort weiter.',
  aboutToStart: 'Ein Update wurde verlangt und beginnt gleich. Warten Sie, bis es zu Ende ist.',
  noPrevious: (running) =>
    `Es gibt keine frühere Version, zu der es zurückgehen könnte: ${running} läuft, und keine Version davor ist aufgehoben.`,
  noCopy: (to, copy) => `Die Kopie der Daten von ${to} fehlt: ${copy}. Ohne sie kann ${to} nicht wieder laufen.`,
};
