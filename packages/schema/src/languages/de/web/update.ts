import type { messages } from '../../../../../../apps/web/src/features/shell/update/messages.ts';
import type { Translation } from '../../translation.ts';

export const update: Translation<typeof messages> = {
  texts: {
    copyData: () =>
      'Eine Kopie des Datenverzeichnisses: Eine neuere Version ändert die Datenbank, eine ältere kann sie dann nicht lesen',
    reload: () => 'Laden Sie diese Seite neu',
    pullImage: ({ version = '' }) =>
      `Laden Sie das Image der Version ${version}: docker compose pull, oder docker pull mit Ihrem Tag`,
    restartContainer: () =>
      'Starten Sie den Container damit neu: docker compose up -d, oder docker stop, docker rm und docker run wie zuvor',
    dataVolume: () => 'Das Datenverzeichnis auf einem Volume, damit der neue Container es findet',
    fetchSource: ({ version = '', command = '' }) =>
      `Holen Sie die Version ${version} in dem Ordner, in dem Belfry installiert ist: ${command}`,
    build: () => 'Bauen Sie sie: npm run build',
    restartService: () => 'Starten Sie den Dienst neu: systemctl restart belfry',
    typeUpdate: ({ version = '' }) =>
      `Geben Sie in der Konsole des Containers update ein (pct enter auf dem Host von Proxmox VE), für die Version ${version}`,
    stopByHand: () => 'Beenden Sie Belfry (Strg+C, wo es gestartet wurde, oder SIGTERM)',
    startByHand: () => 'Starten Sie es wieder mit npm start; das baut zuerst die geholte Version',
    downloadArchive: ({ archive = '' }) =>
      `Laden Sie ${archive}, SHA256SUMS und SHA256SUMS.minisig von der Seite der Version herunter`,
    checkArchive: () => 'Prüfen Sie sie und packen Sie das Archiv mit dem Befehl aus',
    startArchive: () =>
      'Beenden Sie Belfry, und starten Sie ./belfry-server des neuen Ordners mit demselben BELFRY_DATA_DIR',
    minisign: () => 'minisign und der öffentliche Schlüssel der Versionen',
    autoDownload: ({ version = '' }) =>
      `Belfry lädt die Version ${version} herunter und prüft ihre Signatur und ihre Prüfsumme`,
    autoReplace: () => 'Es hält an, kopiert seine Daten und wird ersetzt',
    autoStart: () =>
      'Es startet. Läuft es nicht innerhalb einer Minute richtig, läuft wieder die Version davor, mit der Kopie ihrer Daten',
    room: () => 'Platz für die Version und für eine Kopie der Daten',
    updaterUnit: () =>
      'Die Unit belfry-update.path und der öffentliche Schlüssel der Versionen; das Installationsprogramm richtet beide ein',
    noRoom: ({ place = '', has = '', needs = '' }) => `${place} hat ${has} frei, nötig sind ${needs}.`,
    noUpdater: ({ unit = '' }) =>
      `Das Update-Programm ist nicht eingerichtet: ${unit} fehlt. Führen Sie das Installationsprogramm noch einmal aus.`,
    noKey: ({ file = '' }) =>
      `Der öffentliche Schlüssel der Versionen, ${file}, fehlt. Führen Sie das Installationsprogramm noch einmal aus.`,
    missingFile: ({ name = '' }) => `Die Version hat kein ${name} mit einer Adresse, die mit https:// beginnt.`,
    unknownRelease: () => 'Die Liste der Versionen enthält diese nicht. Suchen Sie zuerst nach Updates.',

    starting: () => 'Startet',
    downloading: () => 'Die Version wird heruntergeladen',
    downloadingSize: ({ size = '' }) => `Die Version wird heruntergeladen: ${size}`,
    checking: () => 'Signatur und Prüfsumme werden geprüft',
    handedOver: () => 'Das Update-Programm übernimmt',
    waiting: () => 'Belfry wartet auf das Update-Programm',
    failed: () => 'Das Update ist fehlgeschlagen',
    checkingRelease: () => 'Die Version wird geprüft',
    unpacking: () => 'Die Version wird ausgepackt',
    stopping: () => 'Belfry wird angehalten',
    replacing: () => 'Die Version wird ersetzt',
    runs: ({ version = '' }) => `Version ${version} läuft`,
    goingBack: ({ version = '' }) => `Zurück zu ${version}`,
    runsAgain: ({ version = '' }) => `Version ${version} läuft wieder, mit den Daten von vorher`,
    stillRuns: ({ version = '' }) => `Version ${version} läuft weiter`,
    stuck: () => 'Belfry ist angehalten',
    refused: () => 'Abgelehnt',
    releaseRefused: () => 'Die Version wurde abgelehnt',

    notLooked: () => 'Es wurde noch nicht nach Updates gesucht',
    noFeed: () =>
      'Diese Instanz sucht nicht nach neuen Versionen: Es ist keine Liste der Versionen festgelegt (BELFRY_UPDATE_FEED).',
    looking: () => 'Nach Updates wird gesucht',
    lookFailed: () => 'Die Suche nach Updates ist fehlgeschlagen',
    available: ({ version = '' }) => `Version ${version} ist verfügbar`,
    latest: () => 'Sie haben die neueste Version',
  },
  now: 'Jetzt aktualisieren',
  missing: 'Belfry kann sie jetzt nicht installieren:',
  command: 'Der Befehl',
  confirm: 'Update bestätigen',
  change: (from, to) => `Belfry ${from} wird durch ${to} ersetzt.`,
  takes: (time) => `Das dauert ${time.replace('minutes', 'Minuten')}.`,
  steps: 'Das geschieht',
  needs: 'Das ist nötig',
  back: 'Wenn die neue Version nicht richtig läuft, läuft wieder diese, mit den Daten, die sie hatte.',
  understood: 'Ich verstehe, dass Belfry während des Updates vorübergehend nicht verfügbar ist.',
  start: 'Update starten',
  starting: 'Startet...',
  notStarted: 'Das Update konnte nicht gestartet werden. Bitte versuchen Sie es noch einmal.',
  titles: {
    initializing: 'Wird vorbereitet...',
    updating: 'Wird aktualisiert...',
    restarting: 'Belfry startet neu...',
    completed: 'Update erfolgreich abgeschlossen',
    failed: 'Update fehlgeschlagen',
  },
  stages: {
    downloading: 'Herunterladen',
    verifying: 'Prüfung der Signatur',
    extracting: 'Auspacken',
    'backing-up': 'Kopie der Daten',
    applying: 'Austausch',
    restarting: 'Neustart',
  },
  bar: 'Fortschritt des Updates',
  waits: 'Die Seite wird neu geladen, sobald Belfry antwortet.',
  goesOn: 'Das Update läuft weiter, wenn Sie dieses Fenster schließen.',
  runs: (version) => `Belfry ${version} läuft.`,
  errorDetails: 'Einzelheiten des Fehlers:',
  rolledBack: 'Zurückgekehrt',
  unchanged: (running) => `Belfry ${running} läuft.`,
  close: 'Schließen',
  history: 'Verlauf ansehen',
  retry: 'Noch einmal',

  banner: {
    name: 'Update',
    available: (version) => `Belfry ${version} ist verfügbar`,
    running: (version) => `Hier läuft ${version}.`,
    show: 'Details anzeigen',
    hide: 'Details ausblenden',
    skip: 'Diese Version überspringen',
    never: 'Nie mehr melden',
    notes: 'Das ist neu',
    noNotes: 'Zu dieser Version gibt es keine Hinweise.',
    page: 'Seite der Version',
    how: (time) => `So erhalten Sie sie hier (${time})`,
  },
};
