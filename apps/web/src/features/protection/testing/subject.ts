// Guests with an invented protection: a test names only what matters to it.
import type { BackupJob } from '@belfry/schema/protection/backup-job';
import type { GuestProtection } from '@belfry/schema/protection/guest-protection';
import type { KnownGuest, Subject } from '../subject.ts';

export const NOW = Date.parse('2026-11-22T05:26:00Z');

export const aProtection = (id: string, fields: Partial<GuestProtection> = {}): GuestProtection => ({
  ...{ id, state: 'protected', jobs: ['nightly'], backups: 3, protectedBackups: 0, disksLeftOut: [] },
  ...{ lastGood: '2026-11-22T02:10:00Z', everySeconds: 86_400 },
  ...fields,
});

export const aSubject = (
  name: string,
  protection: Partial<GuestProtection> = {},
  guest: Partial<KnownGuest> = {},
): Subject => ({
  id: name,
  guest: { id: name, name, vmid: 100, type: 'qemu', node: 'pve1', instance: 'dc', tags: [], ...guest },
  protection: aProtection(name, protection),
});

export const aJob = (id: string, fields: Partial<BackupJob> = {}): BackupJob => ({
  ...{ id, instance: 'dc', enabled: true, schedule: '02:00', selection: { kind: 'all', exclude: [] } },
  ...fields,
});
