import type { messages } from '../../../../../../apps/web/src/ui/guest/messages.ts';
import type { Translation } from '../../translation.ts';

export const guest: Translation<typeof messages> = {
  detail: {
    overview: 'Gast im Überblick',
    system: 'System',
    addresses: 'Adressen',
    memory: 'RAM',
    used: 'Belegt',
    balloon: 'Balloon',
    onHost: 'Auf dem Host',
    swap: 'Swap',
    measured: 'Gemessen',
    filesystems: 'Dateisysteme',
    networks: 'Netzwerkschnittstellen',
    traffic: (received, sent) => `RX ${received} · TX ${sent}`,
  },
  measured: {
    good: 'im Gast',
    estimate: 'von außen, sein Cache zählt als belegt',
    stale: 'bevor sein Host nicht mehr antwortete',
  },
  protection: {
    title: 'Schutz',
    ha: 'Hochverfügbarkeit',
    job: 'Backup-Job',
    covered: 'enthalten',
    uncovered: 'in keinem',
    last: 'Letztes Backup',
    copy: 'Replikation',
    to: (node) => `nach ${node}:`,
    paused: 'pausiert',
    late: 'überfällig',
    results: {
      ok: () => 'pünktlich',
      failed: (times) => (times > 1 ? `${times}-mal fehlgeschlagen` : 'fehlgeschlagen'),
      unknown: () => 'noch nicht gelaufen',
    },
  },
};
