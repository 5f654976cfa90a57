import { expect, test } from 'vitest';
import type { ProtectionInput } from './input.ts';
import { createProtectionModel } from './model.ts';
import { at, night, snapshot, task } from './testing/night.ts';

const NOW = at('05:26');
const yesterday = snapshot(100, '2026-11-21T02:10:00Z');
const lastNight = snapshot(100, '02:10');
const FAILED = { error: 'no space left' };
test.each<[string, Partial<ProtectionInput>, object | undefined]>([
  ['after a planned run that worked', { serverBackups: [lastNight], tasks: [task(100, '04:00', FAILED)] }, FAILED],
  [
    'and a newer one worked',
    { serverBackups: [lastNight], tasks: [task(100, '04:00', FAILED), task(100, '05:00')] },
    undefined,
  ],
  [
    'before the backup of the planned run',
    { serverBackups: [lastNight], tasks: [task(100, '01:00', FAILED)] },
    undefined,
  ],
  ['as the planned run', { serverBackups: [yesterday], tasks: [task(100, '02:00', FAILED)] }, undefined],
  // A script that somebody calls a job may have made it.
  ['of a guest in no job', { jobs: [], tasks: [task(100, '04:00', FAILED)] }, undefined],
])('a run by hand that failed counts apart from planned runs: %s', (_, input, byHand) => {
  const found = createProtectionModel().update(night(input), NOW)[0]?.byHand;
  if (byHand) expect(found).toMatchObject(byHand);
  else expect(found).toBeUndefined();
});

test('a run by hand that fails is known at once, and its good repetition ends it', () => {
  const model = createProtectionModel();
  const update = (...tasks: ProtectionInput['tasks']) =>
    model.update(night({ serverBackups: [lastNight], tasks }), NOW)[0]?.byHand?.error;
  expect(update()).toBeUndefined();
  expect(update(task(100, '04:00', FAILED))).toBe('no space left');
  expect(update(task(100, '04:00', FAILED), task(100, '05:00'))).toBeUndefined();
});
