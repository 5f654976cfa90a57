import type { Keep } from '@belfry/schema/protection/backup-job';
import { expect, test } from 'vitest';
import type { ProtectionInput } from './input.ts';
import { createProtectionModel } from './model.ts';
import { at, config, guest, job, night, snapshot, task, volume } from './testing/night.ts';

const NOW = at('11:30');
const nightsOf = (fields: Partial<ProtectionInput>, id = 'dc-100') => {
  const model = createProtectionModel();
  model.update(night(fields), NOW);
  return model.nights(id, NOW, 5).map(({ result }) => result);
};
const made = (day: number) => snapshot(100, `2026-11-${day}T02:10:00Z`);
const kept = (keep: Keep) => [job({ keep })];
const pruneJob = (keep: Keep): ProtectionInput['retentions'] => [
  {
    ...{ kind: 'server', id: 'p', disabled: false, schedule: 'daily', keep },
    place: { server: 'pbs-main', datastore: 'main', namespace: '' },
  },
];

test.each<[string, Partial<ProtectionInput>]>([
  ['of the job', { jobs: kept({ last: 2 }) }],
  ['of the backup server', { retentions: pruneJob({ daily: 2 }) }],
  ['of the storage', { retentions: [{ id: 's', kind: 'storage', instance: 'dc', storage: 'pbs', keep: { last: 2 } }] }],
])('a backup that the retention %s does not keep was not missed', (_, fields) => {
  const serverBackups = [made(21), made(22)];
  expect(nightsOf({ ...fields, serverBackups })).toEqual(['unknown', 'unknown', 'unknown', 'ok', 'ok']);
});

test('a task that ended well says that the backup was made, before it was pruned; one that failed says that too', () => {
  const tasks = [
    task(100, '2026-11-18T02:00:00Z', { endTime: '2026-11-18T02:30:00.000Z' }),
    task(0, '2026-11-19T02:00:00Z', { endTime: '2026-11-19T02:30:00.000Z' }),
    task(100, '2026-11-20T02:00:00Z', { endTime: '2026-11-20T02:30:00.000Z', error: 'no space' }),
  ];
  const fields = { jobs: kept({ last: 2 }), serverBackups: [made(21), made(22)], tasks };
  expect(nightsOf(fields)).toEqual(['ok', 'ok', 'failed', 'ok', 'ok']);
});

test('a night is missed if its backup would still be there', () => {
  const serverBackups = [made(18), made(19), made(22)];
  expect(nightsOf({ serverBackups })).toEqual(['ok', 'ok', 'missed', 'missed', 'ok']);
  expect(nightsOf({ serverBackups, jobs: kept({ daily: 7 }) })).toEqual(['ok', 'ok', 'missed', 'missed', 'ok']);
  const jobs = kept({ last: 1, weekly: 2 });
  // The 22nd is a Sunday: its week keeps this one, so nobody knows about the days before it.
  expect(nightsOf({ serverBackups: [made(22)], jobs }).slice(0, 4)).toEqual(Array(4).fill('unknown'));
});

test('a backup that was protected after a prune counted in it', () => {
  const isProtected = snapshot(100, '2026-11-21T02:10:00Z', { protected: true });
  const fields = { serverBackups: [made(20), isProtected, made(22)], retentions: pruneJob({ daily: 3 }) };
  expect(nightsOf(fields)).toEqual(['unknown', 'unknown', 'ok', 'ok', 'ok']);
});

test('no prune removes the newest backup, so the nights after it are missed whatever is kept', () => {
  const fields = { serverBackups: [made(19)], jobs: kept({ last: 1 }) };
  expect(nightsOf(fields)).toEqual(['unknown', 'ok', 'missed', 'missed', 'missed']);
});

test('what a backup server prunes that is not watched is not known', () => {
  const fields = { servers: [], serverBackups: [], storageBackups: [18, 22].map(listedThere) };
  expect(nightsOf(fields)).toEqual(['ok', 'unknown', 'unknown', 'unknown', 'ok']);
});

test('what a backup server keeps is not known before its prune jobs were read', () => {
  const fields = { serverBackups: [made(18), made(22)] };
  expect(nightsOf(fields)).toEqual(['ok', 'missed', 'missed', 'missed', 'ok']);
  const missing = [{ instance: 'pbs-main', part: 'retentions' as const }];
  expect(nightsOf({ ...fields, missing })).toEqual(['ok', 'unknown', 'unknown', 'unknown', 'ok']);
});

test('no night is missed while the backups of its job may be where nobody has looked', () => {
  const fields = { serverBackups: [made(18), made(21)] };
  expect(nightsOf(fields)).toEqual(['ok', 'missed', 'missed', 'ok', 'missed']);
  const unknown = ['ok', 'unknown', 'unknown', 'ok', 'unknown'];
  expect(nightsOf({ ...fields, missing: [{ instance: 'dc', part: 'backups' }] })).toEqual(unknown);
  const needs = 'Datastore.Audit on /storage';
  expect(nightsOf({ ...fields, missing: [{ instance: 'dc', part: 'backups', needs, storage: 'pbs' }] })).toEqual(
    unknown,
  );
  expect(nightsOf({ ...fields, missing: [{ instance: 'dc', part: 'backups', needs, storage: 'nas' }] })).toEqual(
    nightsOf(fields),
  );
});

const listedThere = (day: number) => volume(100, `2026-11-${day}T02:10:00Z`, { storage: 'pbs', isPBS: true });

test('a guest has no nights before it was made; where nobody knows when, only those after its first backup are missed', () => {
  const configs = [config('dc-100', '2026-11-20T20:00:00Z')];
  expect(nightsOf({ configs, serverBackups: [made(22)] })).toEqual(['none', 'none', 'none', 'missed', 'ok']);
  expect(nightsOf({ serverBackups: [made(22)] })).toEqual([...Array(4).fill('unknown'), 'ok']);
  expect(nightsOf({})).toEqual([...Array(4).fill('unknown'), 'missed']);
  expect(nightsOf({ guests: [guest(100)], configs: [config('dc-100', '1970-01-01T00:00:00.001Z')] })).toEqual(
    Array(5).fill('missed'),
  );
});
