// The texts of the panels about a guest.
import { inLanguage } from '../../lib/language/in-language.ts';

export const messages = inLanguage('guest', {
  measured: {
    good: 'inside the guest',
    estimate: 'from outside, its cache counts as used',
    stale: 'before its host stopped answering',
  },
  detail: {
    overview: 'Guest Overview',
    system: 'System',
    addresses: 'Addresses',
    memory: 'Memory',
    used: 'Used',
    balloon: 'Balloon',
    onHost: 'On the host',
    swap: 'Swap',
    measured: 'Measured',
    filesystems: 'Filesystems',
    networks: 'Network Interfaces',
    traffic: (received: string, sent: string) => `RX ${received} · TX ${sent}`,
  },
  protection: {
    title: 'Protection',
    ha: 'High availability',
    job: 'Backup job',
    covered: 'included',
    uncovered: 'in none',
    last: 'Last backup',
    copy: 'Replication',
    to: (node: string) => `to ${node}:`,
    paused: 'paused',
    late: 'late',
    results: {
      ok: () => 'in time',
      failed: (times: number) => (times > 1 ? `failed ${times} times` : 'failed'),
      unknown: () => 'not yet run',
    },
  },
});
