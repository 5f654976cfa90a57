import { emptyState } from '@belfry/domain/delta/empty-state';
import type { BackupJob } from '@belfry/schema/protection/backup-job';
import type { GuestProtection } from '@belfry/schema/protection/guest-protection';
import { expect, test } from 'vitest';
import { guest, heard } from '../../../state/testing/observations.ts';
import { guestResource } from '../../readings/resources.ts';
import { createStage } from '../../testing/stage.ts';
import { createGuestRules } from '../guest.ts';
import { createJudgedGuests } from './judged-guests.ts';
import { judgementReadings } from './judgement.ts';

const job: BackupJob = {
  ...{ id: 'a/nightly', instance: 'a', enabled: true, schedule: '02:00' },
  selection: { kind: 'all', exclude: [] },
};
const judged = (fields: Partial<GuestProtection>): GuestProtection => ({
  ...{ id: 'a-1', state: 'protected', jobs: [job.id], backups: 1, protectedBackups: 0, disksLeftOut: [] },
  ...fields,
});

function watch(jobs: readonly BackupJob[] = [job]) {
  let guestProtection: readonly GuestProtection[] = [];
  const stage = createStage({
    rules: createGuestRules(),
    protection: { learn() {}, derive: () => ({ guestProtection, backupGroups: [] }) },
  });
  return {
    /** The model says this for so many seconds. Returns the active alerts as `id level`. */
    async says(fields: Partial<GuestProtection>, seconds: number) {
      guestProtection = [judged(fields)];
      for (let passed = 0; passed < seconds; passed += 20) {
        await stage.clock.advance(20_000);
        // Its figures change with every poll.
        const figures = { cpu: (passed % 100) / 200, uptime: passed };
        const slices = { vms: [guest('a', 1, { name: 'web', ...figures })], backupJobs: [...jobs] };
        stage.observe(heard('a', stage.clock.monotonic(), slices));
      }
      return stage.state().activeAlerts.map(({ id, level }) => `${id} ${level}`);
    },
    messages: () => stage.state().activeAlerts.map(({ message }) => message),
  };
}

const run = { job: job.id, at: '2026-01-01T02:00:00.000Z' };

test.each<[string, Partial<GuestProtection>, string, string]>([
  [
    'a run that made no backup',
    { state: 'late', lastGood: '2025-12-30T02:10:00.000Z' },
    'backup-late-a-1 warning',
    'VM web (1): the last planned backup was not made. The last good one is of 2025-12-30 02:10 UTC.',
  ],
  [
    'a guest that a job includes and that has no backup',
    { state: 'never' },
    'backup-late-a-1 warning',
    'VM web (1) has no backup, although a job includes it.',
  ],
  [
    'a damaged backup',
    { state: 'failed', lastRun: { ...run, result: 'damaged' }, lastGood: '2025-12-30T02:10:00.000Z' },
    'backup-damaged-a-1 critical',
    'VM web (1): the newest backup is damaged. The last good one is of 2025-12-30 02:10 UTC.',
  ],
  [
    'backups that nobody verified',
    { state: 'unverified' },
    'backup-unverified-a-1 warning',
    'VM web (1): no backup on its backup servers was verified for more than a week.',
  ],
])('%s is an alert after a quarter of an hour, which ends with it', async (_, fields, id, message) => {
  const { says, messages } = watch();
  expect(await says(fields, 600)).toEqual([]);
  expect(await says(fields, 600)).toEqual([id]);
  expect(messages()).toEqual([message]);
  // What is not known at present neither ends an alert nor starts one.
  expect(await says({ state: 'unknown' }, 1800)).toEqual([id]);
  expect(await says({}, 120)).toEqual([]);
});

test('a guest that no job includes is an alert after a day; not where nobody makes backups, and not when somebody said so', async () => {
  const { says, messages } = watch();
  const uncovered: Partial<GuestProtection> = { state: 'not-covered', jobs: [], reason: { kind: 'in-no-job' } };
  expect(await says(uncovered, 23 * 3600)).toEqual([]);
  expect(await says(uncovered, 3700)).toEqual(['backup-missing-a-1 warning']);
  expect(messages()).toEqual(['VM web (1) is in no backup job.']);
  expect(await says({ state: 'excluded', jobs: [] }, 60)).toEqual([]);

  const one = guest('a', 1);
  const shared = { resource: guestResource(one, emptyState) };
  const verdictOf = (jobs: readonly BackupJob[]) => {
    const state = { guestProtection: [judged(uncovered)], backupJobs: [...jobs] };
    const readings = judgementReadings(one, createJudgedGuests()(state), shared);
    return readings.find(({ type }) => type === 'backup-missing')?.verdict.is;
  };
  expect([verdictOf([job]), verdictOf([]), verdictOf([{ ...job, enabled: false }])]).toEqual(['bad', 'off', 'off']);
});
