// Two servers with one database: the sentences of the English table of this name, in German.
import type { servers as english } from '../../../sentences/servers.ts';

export const servers: Readonly<Record<keyof typeof english, string>> = {
  'servers.silent': 'die Datenbank antwortet nicht: {reason}',
  'servers.isStandby': 'Dieser Server, {own}, ist ein Ersatzserver. {name} ist aktiv unter {address}.',
  'servers.noneActive': 'Dieser Server, {own}, ist ein Ersatzserver, und zurzeit ist kein Server aktiv.',
  'servers.undecided': 'Dieser Server erreicht seine Datenbank nicht, vielleicht ist ein anderer aktiv.',
  'servers.pageTitle': '{own} ist ein Ersatzserver',
  'servers.pageActive': '{name} ist aktiv seit {since}.',
  'servers.pageNone': 'Zurzeit ist kein Server aktiv. Dieser übernimmt, sobald er darf.',
  'servers.pageTrouble': 'Dieser Server könnte jetzt nicht übernehmen: {reason}',
  'servers.pageOpen': '{address} öffnen',
  'servers.pageReload': 'Diese Seite sieht alle fünf Sekunden nach.',
  'servers.waits': 'Belfry {version} wartet als Ersatzserver {own} unter {address}, denn {name} ist aktiv.',
  'servers.waitsAlone':
    'Belfry {version} wartet als Ersatzserver {own} unter {address}. Zurzeit ist kein Server aktiv.',
  'servers.noStandby':
    'Es gibt keinen Ersatzserver: {name} war eine Minute lang nicht zu hören. Fiele dieser Server jetzt aus, übernähme niemand. Gibt es {name} nicht mehr, führen Sie belfry ha forget {name} aus.',
  'servers.otherVersion':
    'Auf dem Ersatzserver {name} läuft Belfry {other}, auf diesem Server {own}. Bringen Sie beide auf dieselbe Version.',
  'servers.contested':
    'Die Übernahme hat in zehn Minuten {times}-mal gewechselt. Sehen Sie in beide Protokolle; zwei Server mit demselben Namen und einem kopierten Datenverzeichnis nehmen sie einander weg.',
  'servers.clockAhead':
    'Die Uhr der Datenbank geht {seconds} s vor der Uhr dieses Servers. Stellen Sie die Zeit auf beiden.',
  'servers.clockBehind':
    'Die Uhr der Datenbank geht {seconds} s hinter der Uhr dieses Servers. Stellen Sie die Zeit auf beiden.',
  'ha.usage': `Aufruf: belfry ha status [--json]     welcher Server aktiv ist und welcher wartet
        belfry ha switch [NAME]       gibt die Arbeit dem Ersatzserver, höchstens zwei Sekunden ohne Server
        belfry ha drill               hält den aktiven Server an wie ein Stromausfall, misst und schreibt einen Bericht
        belfry ha forget NAME         ein Server, den es nicht mehr gibt, wird nicht mehr vermisst`,
  'ha.alone':
    'Dieses Belfry ist allein: BELFRY_DATABASE_URL ist nicht gesetzt, und mit Dateien gibt es keinen zweiten Server.',
  'ha.active': '{name} ist aktiv unter {address} (Belfry {version}), Epoche {epoch}, seit {since}.',
  'ha.noneActive': 'Kein Server ist aktiv. Die letzte Epoche ist {epoch}.',
  'ha.standby': '{name} ist Ersatzserver unter {address} (Belfry {version}), gehört vor {seconds} s.',
  'ha.noStandby': 'In der letzten Minute war kein Ersatzserver zu hören.',
  'ha.nobody': 'Kein Server ist aktiv, also gibt es nichts abzugeben. Der Ersatzserver übernimmt von selbst.',
  'ha.unknown': 'Ein Server mit dem Namen {name} war nicht zu hören.',
  'ha.runs': '{name} läuft. Halten Sie ihn zuerst an. Nichts wurde geändert.',
  'ha.forgotten': '{name} ist vergessen und wird nicht mehr vermisst.',
  'ha.lines': '{before}\n{after}',
  'ha.notTaken':
    '{name} hat in einer Minute nicht übernommen. Sein Protokoll und seine Seite sagen, warum. Der Server {log} übernimmt von selbst wieder, wenn der andere es nicht tut.',
  'ha.given': '{to} hat von {from} übernommen, mit Epoche {epoch}. {seconds} s lang war niemand aktiv. {verdict}',
  'ha.unmeasured':
    '{to} hat von {from} übernommen, mit Epoche {epoch}. Wie lange niemand aktiv war, ist nicht bekannt, denn {to} hat unter seiner Adresse nicht geantwortet. Sehen Sie dort nach BELFRY_SERVER_ADDRESS.',
  'ha.passed': 'Erlaubt sind {allowed} s.',
  'ha.failed': 'Das ist zu lang: erlaubt sind {allowed} s.',
  'ha.after': 'nach {seconds} s',
  'ha.notSeen': 'nicht gesehen',
  'ha.report': `Übung vom {at}
  {from} hat aufgehört, als aktiver Server zu antworten: {stopped}
  niemand hatte die Übernahme inne: {free}
  der Ersatzserver hatte sie inne: {held}
  der Ersatzserver hat als aktiver Server geantwortet: {ready}
{said}`,
  'ha.drilled': '{report}\nDer Bericht ist in {file}.',
};
