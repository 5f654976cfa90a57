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
};
