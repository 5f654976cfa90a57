import type { PbsJob } from '@belfry/schema/entities/pbs';
import { expect, test } from 'vitest';
import { pbsProblems } from './pbs-problems.ts';

const job = (id: string, result: PbsJob['result'], fields: Partial<PbsJob> = {}): PbsJob => ({
  id,
  store: 'main',
  disabled: false,
  result,
  ...fields,
});
const well = { datastores: [], syncJobs: [], verifyJobs: [], pruneJobs: [], tapeJobs: [], garbageJobs: [] };

test('each failed job of every kind is a problem, in the words of the server', () => {
  const server = {
    ...well,
    syncJobs: [job('s', 'failed', { lastRunState: 'connection refused' }), job('s2', 'warning')],
    verifyJobs: [job('v', 'failed'), job('v2', 'unknown')],
    garbageJobs: [job('main', 'failed'), job('other', 'ok')],
  };
  expect(pbsProblems(server)).toEqual([
    { kind: 'syncJobs', name: 's', message: 'connection refused' },
    { kind: 'verifyJobs', name: 'v', message: '' },
    { kind: 'garbageJobs', name: 'main', message: '' },
  ]);
});

test('a job that runs again is a problem until it ends well; a disabled one is none', () => {
  const pruneJobs = [job('again', 'failed', { running: true }), job('off', 'failed', { disabled: true })];
  expect(pbsProblems({ ...well, pruneJobs }).map(({ name }) => name)).toEqual(['again']);
});

test('a full datastore is a problem, unless its sizes are old', () => {
  const store = (name: string, usage: number | undefined, status = 'available') => ({
    name,
    usage,
    status,
    namespaces: [],
  });
  const datastores = [
    store('a', 94.9),
    store('b', 95),
    store('c', undefined),
    store('d', 99, 'offline'),
    store('e', 100, 'read-only'),
  ];
  expect(pbsProblems({ ...well, datastores })).toEqual([
    { kind: 'full', name: 'b', message: '95%' },
    { kind: 'full', name: 'e', message: '100%' },
  ]);
});

test('a datastore that cannot be read is a problem; one in maintenance or not mounted is not', () => {
  const store = (name: string, status: string) => ({ name, status, error: 'no such device', namespaces: [] });
  const datastores = [store('bad', 'error'), store('moved', 'offline'), store('usb', 'not mounted')];
  expect(pbsProblems({ ...well, datastores })).toEqual([
    { kind: 'datastores', name: 'bad', message: 'no such device' },
  ]);
});
