import type { messages } from '../../../../../../apps/web/src/lib/messages.ts';
import type { Translation } from '../../translation.ts';

export const lib: Translation<typeof messages> = {
  diskReasons: {
    'agent-not-running': {
      short: 'kein Agent',
      text: 'Der Gast-Agent läuft nicht. Installieren und starten Sie qemu-guest-agent in der VM.',
    },
    'agent-timeout': {
      short: 'Agent stumm',
      text: 'Der Gast-Agent antwortet nicht rechtzeitig. Vielleicht muss er neu gestartet werden.',
    },
    'permission-denied': {
      short: 'keine Rechte',
      text: 'Keine Berechtigung. Der Benutzer oder das Token braucht VM.Monitor (Version 8) oder VM.GuestAgent.Audit (Version 9).',
    },
    'agent-disabled': {
      short: 'Agent aus',
      text: 'Der Gast-Agent ist in der Konfiguration der VM abgeschaltet. Schalten Sie ihn in ihren Optionen ein.',
    },
    'no-filesystems': {
      short: 'kein FS',
      text: 'Keine Dateisysteme gefunden. Die VM startet vielleicht gerade oder läuft von einer Live-ISO.',
    },
    'special-filesystems-only': {
      short: 'Live-System',
      text: 'Nur besondere Dateisysteme gefunden (ISO/squashfs). Bei Live-Systemen ist das normal.',
    },
    'agent-error': { short: 'Agent-Fehler', text: 'Fehler beim Gespräch mit dem Gast-Agenten.' },
    'no-data': { short: 'keine Daten', text: 'Die API des Hypervisors liefert keine Daten zur Platte.' },
  },
  noDiskStats: { short: 'unbekannt', text: 'Keine Angaben zur Belegung' },
  noDiskReason: { short: 'unbekannt', text: 'Keine Angaben zur Belegung. Vielleicht fehlt der Gast-Agent.' },

  limit: (percent, origin) => `Alarm ab ${percent} % (${origin})`,
  origins: {
    default: () => 'Standard',
    override: () => 'eigener Wert',
    tag: (tag) => `vom Tag ${tag}`,
    node: (node) => `vom Knoten ${node}`,
    server: () => 'vom Backup-Server',
  },
  inSite: (name) => `am Standort ${name}`,
};
