import type { messages } from '../../../../../../apps/cli/src/messages/doctor.ts';
import type { Translation } from '../../translation.ts';

export const doctor: Translation<typeof messages> = {
  well: 'Alles ist in Ordnung.',
  variable: 'Berichtigen Sie den Namen dort, wo Belfry gestartet wird, und starten Sie neu.',
  needsAdmin: 'Die übrigen Prüfungen brauchen die API mit einem Token vom Umfang admin.',
  report: 'Melden Sie es mit der Datei aus Einstellungen, Diagnose, Export.',
  noReason: 'kein Grund angegeben',
  dataDir: {
    missing: (dir) => `Das Datenverzeichnis ${dir} gibt es nicht.`,
    missingCure: 'Geben Sie das richtige mit --data-dir oder BELFRY_DATA_DIR an, oder starten Sie Belfry einmal.',
    notWritable: (dir) => `In das Datenverzeichnis ${dir} kann dieser Benutzer nicht schreiben.`,
    notWritableCure: (command) =>
      `Rufen Sie die Prüfung als der Benutzer von Belfry auf, oder geben Sie ihm den Ordner: ${command}`,
    open: (dir) => `Jeder Benutzer dieser Maschine darf das Datenverzeichnis ${dir} öffnen.`,
    otherOwner: (dir) => `Die Datenbank gehört einem anderen Benutzer als ihr Ordner ${dir}.`,
    full: (free) => `Die Platte des Datenverzeichnisses hat nur noch ${free} frei.`,
    fullCure: 'Machen Sie Platz, oder verkürzen Sie den Verlauf in den Einstellungen unter Verlauf.',
    noDatabase: (dir) => `In ${dir} ist keine Datenbank.`,
    noDatabaseCure:
      'Sie entsteht beim ersten Start. Lief Belfry schon, dann ist das ein anderer Ordner als der, den es benutzt.',
    noKey: (dir) => `Der Schlüssel der Geheimnisse, keys/belfry.key in ${dir}, fehlt.`,
    noKeyCure:
      'Holen Sie ihn aus einem Backup, oder setzen Sie BELFRY_ENCRYPTION_KEY. Ohne ihn sind die gespeicherten Passwörter nicht lesbar und müssen neu eingegeben werden.',
  },
  destinations: {
    broker: (address) => `Der MQTT-Broker unter ${address} nimmt die Verbindung von Belfry nicht an.`,
    brokerBecause: (address, reason) =>
      `Der MQTT-Broker unter ${address} nimmt die Verbindung von Belfry nicht an: ${reason}.`,
    brokerCure: 'Prüfen Sie Adresse, Port, Benutzer und Zertifikat unter Alarme, Ziele, MQTT.',
    lost: (name) => `Die letzte Nachricht an ${name} kam nicht an.`,
    lostBecause: (name, reason) => `Die letzte Nachricht an ${name} kam nicht an: ${reason}.`,
    lostCure: 'Senden Sie unter Alarme, Ziele einen Test: Er sagt, was der Dienst antwortet.',
    none: 'Alarme gehen nirgendwohin: Weder E-Mail noch ein Webhook ist eingeschaltet.',
    noneCure: 'Legen Sie unter Alarme, Ziele ein Ziel an.',
  },
  exports: {
    failing: (engine, url, waiting, problem) =>
      `Der Export nach ${engine} unter ${url} geht nicht, ${waiting} Werte warten: ${problem}`,
    lost: (engine, url, dropped, reason) =>
      `Der Export nach ${engine} unter ${url} hat seit dem Start ${dropped} Werte verloren: ${reason}`,
    cure: 'Testen Sie ihn unter Einstellungen, Exporte: Der Test sagt, was die Gegenseite antwortet.',
  },
  hosts: {
    none: 'Belfry überwacht noch nichts.',
    noneCure: 'Fügen Sie in den Einstellungen einen Host hinzu.',
    silent: (name, host, reason) => `${name} (${host}) antwortet nicht: ${reason}`,
    gap: (name, part) => `${name}: ${part} kann nicht gelesen werden.`,
    gapBecause: (name, part, reason) => `${name}: ${part} kann nicht gelesen werden: ${reason}.`,
    gapNeeds: (name, part, privilege) =>
      `${name}: ${part} kann nicht gelesen werden, weil dem Konto ${privilege} fehlt.`,
    gapNeedsCure: (privilege) => `Geben Sie ihm das Recht ${privilege}, zum Beispiel mit der Rolle PVEAuditor.`,
    aPart: 'ein Teil',
    dropped: (name, count) => `${name}: ${count} Teile der Antworten ergeben keinen Sinn und wurden weggelassen.`,
    noAgent: (name, without, all) =>
      `${name}: ${without} von ${all} laufenden VMs haben keinen Gast-Agenten, also ist die Belegung ihrer Platten unbekannt.`,
    noAgentCure: 'Installieren Sie qemu-guest-agent in ihnen, und schalten Sie ihn in den Optionen der VM ein.',
    docker: (name, status) => `Der Docker-Host ${name} meldet sich nicht (${status}).`,
    dockerCure: 'Rufen Sie dort systemctl status belfry-docker-agent auf, und sehen Sie in das Log des Agenten.',
    oldAgent: (name) => `Der Agent des Docker-Hosts ${name} ist von einer älteren Version.`,
    oldAgentCure: 'Führen Sie dort den Installationsbefehl aus den Einstellungen noch einmal aus.',
    ahead: (name, seconds) => `Die Uhr des Docker-Hosts ${name} geht ${seconds} s vor.`,
    behind: (name, seconds) => `Die Uhr des Docker-Hosts ${name} geht ${seconds} s nach.`,
    clockCure: 'Schalten Sie dort den Abgleich der Uhr (NTP) ein.',
    cures: {
      unreachable:
        'Prüfen Sie, ob der Host läuft, ob seine Adresse in den Einstellungen stimmt und ob keine Firewall dazwischen ist.',
      timeout: 'Prüfen Sie das Netz zum Host und seine Last.',
      tls: 'Sein Zertifikat ist nicht das, dem Sie vertraut haben, oder keine Stelle hat es unterschrieben. Vergleichen Sie es auf dem Host, und vertrauen Sie ihm in den Einstellungen neu.',
      auth: 'Das Token oder Passwort wird abgelehnt. Erzeugen Sie auf dem Host ein neues Token, und tragen Sie es in den Einstellungen ein.',
      forbidden: 'Geben Sie dem Konto die Rolle PVEAuditor (auf einem Backup-Server oder Mail-Gateway: Audit) auf /.',
      'rate-limited':
        'Der Host lehnt so viele Aufrufe ab. Fragen Sie ihn seltener ab, oder sehen Sie nach, wer ihn sonst aufruft.',
      'bad-status': 'Sehen Sie in das Log des Hosts (journalctl -u pveproxy).',
      'bad-payload':
        'Prüfen Sie, ob die Adresse die des Produkts ist und nicht die eines Proxys oder anderen Programms.',
    },
  },
  address: {
    otherBelfry: (url) => `Unter ${url}, der öffentlichen Adresse dieses Belfry, antwortet ein anderes Belfry.`,
    notReached: (reason) => `Die öffentliche Adresse von Belfry ist von hier aus nicht erreichbar. ${reason}`,
    other: (reason) => `Unter der öffentlichen Adresse antwortet etwas anderes. ${reason}`,
    cure: 'Setzen Sie BELFRY_PUBLIC_URL auf die Adresse dieses Belfry in Browsern, und starten Sie neu.',
  },
  server: {
    notSetUp: 'Belfry ist nicht eingerichtet.',
    notSetUpCure:
      'Öffnen Sie es in einem Browser, und legen Sie den Administrator an. Den Link mit dem Token hat Belfry bei seinem Start ausgegeben.',
    open: 'Jeder, der Belfry erreicht, darf alles: Die Anmeldung ist ausgeschaltet.',
    openCure: 'Entfernen Sie BELFRY_AUTH_DISABLED, und starten Sie neu.',
    plainHttp: 'Belfry wird über einfaches HTTP erreicht: Passwörter sind unterwegs lesbar.',
    plainHttpCure:
      'Setzen Sie BELFRY_TLS_CERT und BELFRY_TLS_KEY, oder BELFRY_TLS_SELF_SIGNED=true, oder stellen Sie einen Proxy mit HTTPS davor.',
    newVersion: (version, running) => `Version ${version} von Belfry ist verfügbar; hier läuft ${running}.`,
    newVersionCure: 'Die Einstellungen unter System sagen, wie man sie erhält.',
    problemCure: 'Der ganze Fehler steht im Log von Belfry.',
    clock: (seconds) => `Die Uhr von Belfry weicht von der dieser Maschine um ${seconds} s ab.`,
    clockCure: 'Schalten Sie auf beiden den Abgleich der Uhr (NTP) ein.',
    defect: (where, times) => `Belfry hatte ${times}-mal einen unerwarteten Fehler in ${where}.`,
    defectBecause: (where, times, message) =>
      `Belfry hatte ${times}-mal einen unerwarteten Fehler in ${where}: ${message}.`,
  },
};
