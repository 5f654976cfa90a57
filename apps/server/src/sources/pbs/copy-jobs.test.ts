import { placedCopyJobs } from '@belfry/domain/protection/copy-jobs';
import { expect, test } from 'vitest';
import { copyJobOf, type Known, parseRemotes, syncRoutes, tapeRoutes } from './copy-jobs.ts';
import { parseJobs } from './jobs.ts';
import { pruneRetentions } from './prune-jobs.ts';
import { release3, release4 } from './testing/answers.ts';

const remotes = parseRemotes([
  { name: 'far', host: 'pbs-far.lan', port: 8007 },
  { name: 'v6', host: 'fd00::1' },
]);
const known: Known = { server: { id: 'pbs-main', name: 'main' }, remotes, timeZone: 'Europe/Berlin' };
const copyOf = (row: object) => {
  const data = [{ id: 's-1', store: 'own', 'remote-store': 'theirs', ...row }];
  const [route] = syncRoutes(data);
  return route && copyJobOf(route, parseJobs(data)?.[0], known);
};
const own = { server: 'main', datastore: 'own', namespace: '' };

test('a pull copies from the remote, a push to it, and a job without a remote within the server', () => {
  const there = { name: 'far', host: 'pbs-far.lan:8007', datastore: 'theirs', namespace: 'a/b' };
  const pull = copyOf({ remote: 'far', 'remote-ns': 'a/b', 'max-depth': 2 });
  expect(pull).toMatchObject({ id: 'pbs-main/sync/s-1', to: own, remote: there, maxDepth: 2, server: 'main' });
  expect(pull).not.toHaveProperty('from');
  expect([pull?.owner, copyOf({ owner: 'writer@pbs' })?.owner]).toEqual(['root@pam', 'writer@pbs']);
  const push = copyOf({ remote: 'far', 'remote-ns': 'a/b', 'sync-direction': 'push' });
  expect(push).toMatchObject({ from: own, remote: there });
  expect(push).not.toHaveProperty('to');
  expect(push).not.toHaveProperty('owner');
  expect(copyOf({ ns: 'x' })).toMatchObject({
    from: { server: 'main', datastore: 'theirs', namespace: '' },
    to: { ...own, namespace: 'x' },
  });
});

test('the other server is found among those that are watched by its address, and stays unknown otherwise', () => {
  const jobs = [copyOf({ remote: 'far' }), copyOf({ remote: 'unheard' })].flatMap((job) => job ?? []);
  const [found, lost] = placedCopyJobs(jobs, [{ name: 'second', host: 'https://pbs-far.lan:8007' }]);
  expect(found?.from).toEqual({ server: 'second', datastore: 'theirs', namespace: '' });
  expect(lost).toEqual(jobs[1]);
});

test('a failed run has the text of the server, and a tape job has no target', () => {
  const state = 'TASK ERROR: connection refused';
  expect(copyOf({ 'last-run-state': state, 'last-run-endtime': 1_700_000_000 })).toMatchObject({
    ...{ result: 'failed', error: state, lastRunEnd: '2023-11-14T22:13:20.000Z', timeZone: 'Europe/Berlin' },
  });
  const [tape] = tapeRoutes([{ id: 't', store: 'own', pool: 'p' }]);
  expect(tape && copyJobOf(tape, undefined, known)).toMatchObject({ kind: 'tape', from: own, result: 'unknown' });
});

test('a prune job keeps what it says, and everything when it says nothing', () => {
  const data = [{ id: 'p', store: 'own', ns: 'x', 'keep-daily': 7, 'max-depth': 0 }, { id: 'q', store: 'own' }, {}];
  expect(pruneRetentions(data, known)).toMatchObject([
    { place: { ...own, namespace: 'x' }, keep: { daily: 7 }, maxDepth: 0, disabled: false },
    { keep: { all: true } },
  ]);
});

test('every job of both releases has two ends, and every prune job keeps something', () => {
  const jobs = [release3.sync, release4.sync].flatMap((data) => syncRoutes(data));
  expect(jobs).toHaveLength(release3.sync.length + release4.sync.length);
  for (const { from, to, remote } of jobs) expect([from, to, remote].filter(Boolean).length).toBe(2);
  const kept = pruneRetentions(release3.prune, known);
  expect(kept.map(({ keep }) => keep)).toEqual([{ daily: 7 }, { weekly: 8 }]);
});
