import type { Drill } from '@belfry/schema/drill/drill';
import { expect, test } from 'vitest';
import { restoreTestsOf } from './restore-tests.ts';

const AT = '2026-10-17T08:00:00.000Z';
const drill = (given: Partial<Drill>): Drill => ({
  ...{ id: 'd', guest: 'c-101', name: 'mail', instance: 'c', type: 'qemu', vmid: 101, tags: [], ports: [], by: 'anna' },
  backup: { volid: 'pbs:backup/vm/101/2026-10-17T00:14:03Z', time: AT, storage: 'pbs' },
  target: { node: 'n', vmid: 9101, storage: 'local' },
  ...{ createdAt: AT, until: AT, patienceMs: 1, state: 'done', seen: [], ...given },
});
const written = (given: Partial<Parameters<typeof restoreTestsOf>[1][number]>) => ({
  ...{ id: 'w', guest: 'c-101', at: AT, result: 'ok' as const, note: 'by hand', by: 'ben', since: AT, ...given },
});
const everything = () => true;

test.each([
  ['done', undefined, 'passed'],
  ['passed', undefined, 'passed'],
  ['refused', 'clone', 'refused'],
  ['refused', 'agentSilent', 'failed'],
  ['aborted', undefined, 'ended'],
  ['running', undefined, 'open'],
] as const)('a restore test that is %s (%s) is %s in a report', (state, reason, result) => {
  const [found] = restoreTestsOf([drill({ state, ...(reason && { reason }) })], [], everything);
  expect(found).toMatchObject({ result, isWatched: true, isCopyThere: state === 'passed', at: Date.parse(AT) });
});

test('what was seen of a restore test and also written down stands there once; what only somebody wrote stands there too', () => {
  const found = restoreTestsOf(
    [drill({})],
    [written({}), written({ id: 'x', at: '2026-10-18T00:00:00Z' })],
    everything,
  );
  expect(found.map(({ number, isWatched }) => [number, isWatched])).toEqual([
    ['d', true],
    ['x', false],
  ]);
});

test('only those of the scope: of a guest, or of a guest of its instances that is gone', () => {
  const isOwn = (guest: string, instance: string | undefined) => guest === 'c-1' || instance === 'c';
  const drills = [
    drill({ id: 'a' }),
    drill({ id: 'b', instance: 'other' }),
    drill({ id: 'c', instance: 'other', guest: 'c-1' }),
  ];
  const lines = [written({ id: 'w', guest: 'c-1', at: '2026-10-18T00:00:00Z' }), written({ id: 'x' })];
  expect(restoreTestsOf(drills, lines, isOwn).map(({ number }) => number)).toEqual(['a', 'c', 'w']);
});
