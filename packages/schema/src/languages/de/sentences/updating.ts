// Updates: the sentences of the English table of this name, in German.
import type { updating as english } from '../../../sentences/updating.ts';

export const updating: Readonly<Record<keyof typeof english, string>> = {
  'updating.copyData':
    'Eine Kopie des Datenverzeichnisses: Eine neuere Version ändert die Datenbank, eine ältere kann sie dann nicht lesen',
  'updating.reload': 'Laden Sie diese Seite neu',
  'updating.pullImage':
    'Laden Sie das Image der Version {version}: docker compose pull, oder docker pull mit Ihrem Tag',
  'updating.restartContainer':
    'Starten Sie den Container damit neu: docker compose up -d, oder docker stop, docker rm und docker run wie zuvor',
  'updating.dataVolume': 'Das Datenverzeichnis auf einem Volume, damit der neue Container es findet',
  'updating.fetchSource': 'Holen Sie die Version {version} in dem Ordner, in dem Belfry installiert ist: {command}',
  'updating.build': 'Bauen Sie sie: npm run build',
  'updating.restartService': 'Starten Sie den Dienst neu: systemctl restart belfry',
  'updating.typeUpdate':
    'Geben Sie in der Konsole des Containers update ein (pct enter auf dem Host von Proxmox VE), für die Version {version}',
  'updating.stopByHand': 'Beenden Sie Belfry (Strg+C, wo es gestartet wurde, oder SIGTERM)',
  'updating.startByHand': 'Starten Sie es wieder mit npm start; das baut zuerst die geholte Version',
  'updating.downloadArchive':
    'Laden Sie {archive}, SHA256SUMS und SHA256SUMS.minisig von der Seite der Version herunter',
  'updating.checkArchive': 'Prüfen Sie sie und packen Sie das Archiv mit dem Befehl aus',
  'updating.startArchive':
    'Beenden Sie Belfry, und starten Sie ./belfry-server des neuen Ordners mit demselben BELFRY_DATA_DIR',
  'updating.minisign': 'minisign und der öffentliche Schlüssel der Versionen',
  'updating.autoDownload': 'Belfry lädt die Version {version} herunter und prüft ihre Signatur und ihre Prüfsumme',
  'updating.autoReplace': 'Es hält an, kopiert seine Daten und wird ersetzt',
  'updating.autoStart':
    'Es startet. Läuft es nicht innerhalb einer Minute richtig, läuft wieder die Version davor, mit der Kopie ihrer Daten',
  'updating.room': 'Platz für die Version und für eine Kopie der Daten',
  'updating.updaterUnit':
    'Die Unit belfry-update.path und der öffentliche Schlüssel der Versionen; das Installationsprogramm richtet beide ein',
  'updating.noRoom': '{place} hat {has} frei, nötig sind {needs}.',
  'updating.noUpdater':
    'Das Update-Programm ist nicht eingerichtet: {unit} fehlt. Führen Sie das Installationsprogramm noch einmal aus.',
  'updating.noKey':
    'Der öffentliche Schlüssel der Versionen, {file}, fehlt. Führen Sie das Installationsprogramm noch einmal aus.',
  'updating.missingFile': 'Die Version hat kein {name} mit einer Adresse, die mit https:// beginnt.',
  'updating.unknownRelease': 'Die Liste der Versionen enthält diese nicht. Suchen Sie zuerst nach Updates.',
  'updating.starting': 'Startet',
  'updating.downloading': 'Die Version wird heruntergeladen',
  'updating.downloadingSize': 'Die Version wird heruntergeladen: {size}',
  'updating.checking': 'Signatur und Prüfsumme werden geprüft',
  'updating.handedOver': 'Das Update-Programm übernimmt',
  'updating.waiting': 'Belfry wartet auf das Update-Programm',
  'updating.failed': 'Das Update ist fehlgeschlagen',
  'updating.checkingRelease': 'Die Version wird geprüft',
  'updating.unpacking': 'Die Version wird ausgepackt',
  'updating.stopping': 'Belfry wird angehalten',
  'updating.replacing': 'Die Version wird ersetzt',
  'updating.runs': 'Version {version} läuft',
  'updating.goingBack': 'Zurück zu {version}',
  'updating.runsAgain': 'Version {version} läuft wieder, mit den Daten von vorher',
  'updating.stillRuns': 'Version {version} läuft weiter',
  'updating.stuck': 'Belfry ist angehalten',
  'updating.refused': 'Abgelehnt',
  'updating.releaseRefused': 'Die Version wurde abgelehnt',
  'updating.notLooked': 'Es wurde noch nicht nach Updates gesucht',
  'updating.noFeed':
    'Diese Instanz sucht nicht nach neuen Versionen: Es ist keine Liste der Versionen festgelegt (BELFRY_UPDATE_FEED).',
  'updating.looking': 'Nach Updates wird gesucht',
  'updating.lookFailed': 'Die Suche nach Updates ist fehlgeschlagen',
  'updating.available': 'Version {version} ist verfügbar',
  'updating.latest': 'Sie haben die neueste Version',
};
