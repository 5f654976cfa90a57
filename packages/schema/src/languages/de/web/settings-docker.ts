import type { messages } from '../../../../../../apps/web/src/features/settings/docker/messages.ts';
import type { Translation } from '../../translation.ts';

export const settingsDocker: Translation<typeof messages> = {
  show: 'Anleitung anzeigen',
  hide: 'Anleitung ausblenden',
  deployment: 'Installation',

  install: 'Schnelle Installation',
  installText:
    'Führen Sie das als root auf jedem Docker-Host aus. Der Agent startet dann mit dem System und meldet sich alle 30 Sekunden.',
  token: 'API-Token',
  tokenHint: 'Ein Token, das nur melden darf, genügt; dasselbe gilt für alle Hosts.',
  test: 'Token testen',
  testing: 'Wird getestet...',
  make: 'Token erzeugen',
  making: 'Wird erzeugt...',
  tokenPurpose: 'Docker-Agenten',
  tokenName: (purpose, moment) => `${purpose} ${moment}`,
  made: 'Neues API-Token erzeugt! Speichern Sie es jetzt, es wird nicht noch einmal angezeigt.',
  makeFailed: (error) => `Das Token konnte nicht erzeugt werden: ${error}`,
  valid: 'Das Token ist gültig',
  invalid: 'Das Token ist ungültig',
  unfit: 'Dieses Token hat Zeichen, die in keinem Token vorkommen.',
  placeholder: 'Im Befehl steht ein Platzhalter: Erzeugen Sie ein Token, oder geben Sie ein vorhandenes ein.',
  replaceFirst: 'Ersetzen Sie den Platzhalter durch Ihr API-Token, bevor Sie den Befehl kopieren',
  ready: 'Der Befehl ist fertig.',
  open: 'Die Anmeldung ist ausgeschaltet: Meldungen brauchen kein Token.',
  command: 'Installationsbefehl',
  copyCommand: 'Installationsbefehl kopieren',
  copy: 'Kopieren',
  seconds: (count) => `${count} s`,
  copyFailed: 'Der Befehl konnte nicht kopiert werden',

  uninstall: 'Deinstallation',
  uninstallText: 'Beendet den Agenten und entfernt alles, was er installiert hat.',
  uninstallCommand: 'Deinstallationsbefehl',

  manual: 'Installation von Hand',
  manualDownload: 'Agenten herunterladen und prüfen',
  manualSettings: 'Seine Einstellungen schreiben, nur für root lesbar',
  manualService: 'Seinen Dienst anlegen: /etc/systemd/system/belfry-docker-agent.service',
  manualStart: 'Starten',
  manualImage: 'Oder aus dem Container-Image starten',
  startCommand: 'systemctl daemon-reload && systemctl enable --now belfry-docker-agent',

  hosts: 'Hosts, die sich melden',
  loading: 'Die Hosts werden geladen',
  none: 'Noch meldet sich kein Docker-Host',
  noneHint: 'Installieren Sie den Agenten auf einem Host: Mit der ersten Meldung erscheint er hier.',
  host: 'Host',
  system: 'System',
  status: 'Status',
  containers: 'Laufend',
  engine: 'Docker',
  agent: 'Agent',
  outdated: 'veraltet',
  interval: 'Abstand',
  lastSeen: 'Zuletzt',
  remove: 'Entfernen',
  removeTitle: (name) => `${name} entfernen?`,
  removeText: 'Der Host verschwindet aus Belfry, bis der Agent sich wieder meldet.',
  removeHint: 'Damit er nicht zurückkommt, deinstallieren Sie den Agenten auf dem Host:',
  removed: (name) => `Docker-Host ${name} entfernt`,
  removeFailed: 'Der Docker-Host konnte nicht entfernt werden',

  aboutTitle: 'Überwachung mit einem Agenten',
  about: [
    'Der Agent liest von der Engine und meldet hierher; Belfry verbindet sich nie mit dem Host.',
    'Er nimmt keine Befehle an: Er kann Container weder starten noch beenden oder ändern.',
    'Bleiben die Meldungen vier Abstände lang aus, gilt der Host als nicht erreicht.',
  ],
  needsTitle: 'Voraussetzungen für den Agenten',
  needs: [
    'Linux auf x86-64 oder ARM64 mit Docker oder Podman; auf anderen Systemen das Container-Image.',
    'Eine Verbindung vom Host zu dieser Adresse über HTTP oder HTTPS.',
    'Lesezugriff auf den Socket der Engine; die Installation gibt ihn nur dem Dienst.',
  ],
  testFailure(status) {
    if (status === 0) return 'Keine Verbindung, das Token konnte nicht geprüft werden';
    if (status === 401) return 'Bitte melden Sie sich an';
    if (status === 403) return 'Dafür sind Administratorrechte nötig';
    if (status === 429) return 'Zu viele Anfragen, versuchen Sie es später erneut';
    return `Fehler des Servers (${status}), versuchen Sie es erneut`;
  },
};
