import { expect, test } from 'vitest';
import { parseBackupJobs } from './backup-jobs.ts';

const one = (row: object) =>
  parseBackupJobs([{ id: 'backup-1', schedule: '02:00', ...row }], 'dc', 'Europe/Berlin')?.[0];

test('a job has an id of its own in each cluster, its schedule, its zone, and is enabled unless the host says otherwise', () => {
  expect(one({ all: 1, storage: 'pbs', comment: 'nightly' })).toEqual({
    ...{ id: 'dc/backup-1', jobId: 'backup-1', instance: 'dc', enabled: true, schedule: '02:00' },
    ...{ selection: { kind: 'all', exclude: [] }, storage: 'pbs', comment: 'nightly', timeZone: 'Europe/Berlin' },
  });
  expect([one({ enabled: 0 })?.enabled, one({ enabled: '' })?.enabled, one({ enabled: '1' })?.enabled]).toEqual([
    false,
    false,
    true,
  ]);
});

test.each([
  ['a pool before everything else', { pool: 'web', vmid: '100', all: 1 }, { kind: 'pool', pool: 'web' }],
  ['a list of guests before all', { vmid: '100,101;102 103', all: 1 }, { kind: 'guests', vmids: [100, 101, 102, 103] }],
  ['a single number', { vmid: 100 }, { kind: 'guests', vmids: [100] }],
  ['all guests but some', { all: 1, exclude: '100,101' }, { kind: 'all', exclude: [100, 101] }],
  ['an exclusion alone means all others', { exclude: '100' }, { kind: 'all', exclude: [100] }],
  ['no selection takes no guest', {}, { kind: 'guests', vmids: [] }],
])('the selection of a job: %s', (_, row, selection) => {
  expect(one(row)?.selection).toEqual(selection);
});

test('the schedule of a job from before 7.1 is made of its weekdays and its time', () => {
  expect(one({ schedule: undefined, dow: 'mon,tue', starttime: '01:30' })?.schedule).toBe('mon,tue 01:30');
  expect(one({ schedule: undefined })?.schedule).toBe('');
});

test.each([
  ['an object', { 'prune-backups': { 'keep-last': '3', 'keep-daily': 7 } }, { last: 3, daily: 7 }],
  ['a text', { 'prune-backups': 'keep-last=3,keep-yearly=1' }, { last: 3, yearly: 1 }],
  ['all', { 'prune-backups': { 'keep-all': 1 } }, { all: true }],
  ['the number of files of old releases', { maxfiles: 2 }, { last: 2 }],
  ['0 files of old releases means all', { maxfiles: 0 }, { all: true }],
  ['nothing', {}, undefined],
])('what a job keeps, written as %s', (_, row, keep) => {
  expect(one(row)?.keep).toEqual(keep);
});

test('what is not a list of jobs is not an empty list', () => {
  expect([parseBackupJobs('no', 'dc', undefined), parseBackupJobs([{}], 'dc', undefined)]).toEqual([
    undefined,
    undefined,
  ]);
  expect(parseBackupJobs([], 'dc', undefined)).toEqual([]);
});
