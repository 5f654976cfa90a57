import { expect, test } from 'vitest';
import type { ProtectionInput } from './input.ts';
import { createProtectionModel } from './model.ts';
import { lossOf, summaryOf } from './summary.ts';
import { at, guest, job, night, snapshot, task } from './testing/night.ts';

const NOW = at('05:26');
const stateOf = (input: ProtectionInput) => createProtectionModel().update(input, NOW);
const first = (input: ProtectionInput) => {
  const [protection] = stateOf(input);
  if (!protection) throw new Error('no guest');
  return protection;
};
const YESTERDAY = '2026-11-21T02:10:00Z';
const lastNight = snapshot(100, '02:10');

test('what is lost is the time since the last good backup', () => {
  const protection = first(night({ serverBackups: [snapshot(100, '02:14')] }));
  expect(lossOf(protection, NOW)).toEqual({ kind: 'since-backup', ms: (3 * 60 + 12) * 60_000 });
  expect(lossOf(first(night()), NOW)).toEqual({ kind: 'everything' });
});

test('the counts for all guests leave out what is not due', () => {
  const guests = [guest(100), guest(101), guest(102)];
  const tasks = [task(0, '02:00')];
  const jobs = [job({ selection: { kind: 'guests', vmids: [100, 101] } })];
  const all = stateOf(night({ guests, jobs, tasks, serverBackups: [lastNight, snapshot(101, YESTERDAY)] }));
  expect(summaryOf(all)).toMatchObject({ due: 2, worked: 1, worst: 'dc-101', states: { late: 1, 'not-covered': 1 } });
});
