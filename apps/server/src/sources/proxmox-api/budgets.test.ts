// The budgets against the sizes of real answers, several times over.
import { expect, test } from 'vitest';
import { createJsonMeter } from '../../lib/json-meter.ts';
import { budgetOf } from './budgets.ts';

const guest = (n: number) => ({
  ...{ id: `qemu/${n}`, type: 'qemu', vmid: n, node: 'pve1', name: `guest-with-a-name-${n}`, status: 'running' },
  ...{ cpu: 0.0123456789, maxcpu: 8, mem: 8_123_456_789, maxmem: 17_179_869_184, memhost: 8_123_456_789, disk: 0 },
  ...{ maxdisk: 34_359_738_368, uptime: 1_234_567, netin: 123_456_789_012, netout: 123_456_789_012, diskread: 1e12 },
  ...{ diskwrite: 1e12, template: 0, tags: 'production;web', pool: 'customers', hastate: 'started' },
});
const snapshot = (n: number) => ({
  ...{ 'backup-type': 'vm', 'backup-id': `${n % 500}`, 'backup-time': 1_700_000_000 + n, size: 1e11, protected: false },
  ...{ owner: 'backup@pbs!token', comment: 'guest-with-a-name, node, 100', fingerprint: '01:23:45:67:89:ab:cd:ef' },
  files: ['drive-scsi0.img.fidx', 'qemu-server.conf.blob', 'client.log.blob', 'index.json.blob'].map((filename) => ({
    ...{ filename, 'crypt-mode': 'encrypt', size: 34_359_738_368 },
  })),
  verification: { state: 'ok', upid: 'UPID:pbs:00000001:00000002:00000003:00000004:verify:store:root@pam:' },
});
const step = (n: number) =>
  Object.fromEntries([['time', n], ...Array.from({ length: 30 }, (_, i) => [`a-column-${i}`, Math.PI * n])]);

test.each([
  ['/cluster/resources', 10_000, guest],
  ['/admin/datastore/main/snapshots?ns=a', 25_000, snapshot],
  ['/nodes/pve1/storage/nas/content?content=backup', 30_000, guest],
  ['/nodes/pve1/rrddata?timeframe=day', 5000, step],
])('the budget of %s has room for %i entries', (path, count, entry) => {
  const text = JSON.stringify({ data: Array.from({ length: count }, (_, n) => entry(n)) });
  expect(createJsonMeter(budgetOf(path)).take(Buffer.from(text))).toBe(undefined);
});
