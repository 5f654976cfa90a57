import type { Gap, Instance } from '@belfry/schema/entities/instance';
import type { Slices } from '@belfry/schema/messages/observation';
import { expect, test } from 'vitest';
import { heard } from '../state/testing/observations.ts';
import { createReadParts } from './missing.ts';

const instance = (kind: 'pve' | 'pbs' | 'pmg', id: string, gaps: Gap[] = []): Instance => ({
  ...{ id, kind, name: `name of ${id}`, host: `https://${id}`, health: 'healthy', dropped: 0, endpoints: [], gaps },
});
const answered = (kind: 'pve' | 'pbs', id: string, slices: Slices) => {
  const observation = heard(id, 0, slices);
  return { ...observation, instance: { ...observation.instance, kind } };
};

test('what was not read yet is missing: jobs and backups of a cluster, and what the prune jobs of a backup server keep', () => {
  const parts = createReadParts();
  const all = [instance('pve', 'dc'), instance('pbs', 'vault'), instance('pmg', 'mail')];
  expect(parts.missing(all)).toEqual([
    { instance: 'dc', part: 'jobs' },
    { instance: 'dc', part: 'backups' },
    { instance: 'name of vault', part: 'retentions' },
  ]);
  parts.learn(answered('pbs', 'vault', { pbsBackups: [], copyJobs: [] }));
  parts.learn(answered('pve', 'dc', { backupJobs: [], retentions: [] }));
  expect(parts.missing(all).map(({ part }) => part)).toEqual(['backups', 'retentions']);
  parts.learn(answered('pbs', 'vault', { retentions: [] }));
  parts.learn(answered('pve', 'dc', { storageBackups: [] }));
  expect(parts.missing(all)).toEqual([]);
});

test('an instance that was removed and added again has given nothing yet', () => {
  const parts = createReadParts();
  parts.learn(answered('pve', 'dc', { backupJobs: [], storageBackups: [] }));
  expect(parts.missing([instance('pve', 'dc')])).toEqual([]);
  expect(parts.missing([])).toEqual([]);
  expect(parts.missing([instance('pve', 'dc')]).map(({ part }) => part)).toEqual(['jobs', 'backups']);
});

test('what the account may not read stays missing, with the privilege that is needed', () => {
  const parts = createReadParts();
  parts.learn(answered('pve', 'dc', { backupJobs: [], storageBackups: [] }));
  const gap = { kind: 'forbidden' as const, message: 'no', needs: 'Datastore.Audit on /storage/nas' };
  expect(parts.missing([instance('pve', 'dc', [{ ...gap, part: 'backups on nas' }])])).toEqual([
    { instance: 'dc', part: 'backups', needs: gap.needs, storage: 'nas' },
  ]);
});
