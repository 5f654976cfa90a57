import { aStorage } from '@belfry/domain/testing/storage';
import type { PbsBackup, PbsInstance } from '@belfry/schema/entities/pbs';
import type { Observation, Slices } from '@belfry/schema/messages/observation';
import { expect, test } from 'vitest';
import { failed, guest, heard, node } from '../state/testing/observations.ts';
import { ageOf, corrected, type Known } from './correction.ts';

const known: Known = {
  ...{ id: 'a', name: 'home', site: 's', everyMs: 10_000 },
  config: { type: 'pbs', host: 'https://192.0.2.1:8007' },
};
const slicesOf = ({ outcome }: Pick<Observation, 'outcome'>): Slices => (outcome.ok ? outcome.value.slices : {});

test('what the state derives is not taken from a collector: a foreign guest gets no backup, and a node no rates', () => {
  const backup: PbsBackup = {
    ...{ id: 'a-store--vm-100-1', instance: 'home', datastore: 'store', namespace: '', backupType: 'vm', vmid: '100' },
    ...{ backupTime: '2026-11-28T22:00:00Z', protected: false, verified: true, encrypted: false, files: [] },
  };
  const sent = heard('a', 0, {
    pbsBackups: [{ ...backup, guestInstance: 'central', ambiguous: true }],
    nodes: [node('a', 'pve1', { networkIn: 1, networkOut: 1 })],
  });
  const { pbsBackups, nodes } = slicesOf(corrected(sent, known));
  expect(pbsBackups).toEqual([backup]);
  expect(nodes).toEqual([node('a', 'pve1')]);
});

test('a list without such fields stays the same object', () => {
  const sent = heard('a', 0, { vms: [guest('a', 100)] });
  expect(slicesOf(corrected(sent, known)).vms).toBe(slicesOf(sent).vms);
});

test('a backup server has the name, the address and the certificate that an administrator gave it, and no others', () => {
  const none = { backupJobs: [], syncJobs: [], verifyJobs: [], pruneJobs: [], tapeJobs: [], garbageJobs: [] };
  const claimed: PbsInstance = {
    ...{ id: 'a', name: 'central', host: 'https://central:8007', status: 'online', version: '4' },
    ...{ datastores: [], ...none, connectionHealth: 'healthy', fingerprint: 'AA'.repeat(32) },
  };
  const sent = heard('a', 0, { pbs: [claimed] });
  const { fingerprint: _, ...rest } = claimed;
  const own = { ...rest, name: 'home', host: 'https://192.0.2.1:8007', site: 's' };
  expect(slicesOf(corrected(sent, known)).pbs).toEqual([own]);
  const pinned = { ...known, config: { ...known.config, fingerprint: 'BB'.repeat(32) } };
  expect(slicesOf(corrected(sent, pinned)).pbs).toEqual([{ ...own, fingerprint: 'BB'.repeat(32) }]);
});

test('kind, address and site of an instance, and how often it is polled, are those that this server knows', () => {
  const sent = heard('a', 0, {});
  const claims = { ...sent, everyMs: 1e300, staleAfterMs: 1e300, tookMs: 1e300 };
  const instance = { id: 'a', kind: 'docker', name: 'x', host: 'x', site: 'other' } as const;
  expect(corrected({ ...claims, instance }, known)).toMatchObject({
    instance: { id: 'a', kind: 'pbs', name: 'home', host: 'https://192.0.2.1:8007', site: 's' },
    ...{ everyMs: 10_000, tookMs: 3_600_000 },
  });
  expect(corrected(claims, known)).not.toHaveProperty('staleAfterMs');
  expect(corrected({ ...claims, essential: false }, known).everyMs).toBe(3_600_000);
});

test('ages, times and texts without end have one', () => {
  expect(new Date(-ageOf(1e300)).toISOString()).toMatch(/^196/);
  const sent = failed('a', 0, { message: 'x'.repeat(1e6), retryAt: 1e300 });
  const { outcome } = corrected(sent, known);
  expect(outcome.ok || [outcome.error.message.length, outcome.error.retryAt]).toEqual([1000, undefined]);
});

test('an address of a backup server is one of its site, and a collector cannot say that it is one of another', () => {
  const at = { server: 'pbs.lan', datastore: 'store', namespace: '', site: 'other' };
  const sent = heard('a', 0, {
    storage: [aStorage({ id: 'a-cluster-pbs', backupTarget: at }), aStorage({ id: 'a-pve1-local' })],
  });
  const shown = slicesOf(corrected(sent, known)).storage ?? [];
  expect(shown.map(({ backupTarget }) => backupTarget)).toEqual([{ ...at, site: 's' }, undefined]);
});
