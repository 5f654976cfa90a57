// `mayBeBad` decides which guests are read at all, so it must never miss one.
import { emptyState } from '@belfry/domain/delta/empty-state';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import type { Guest } from '@belfry/schema/entities/guest';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guest, moment } from '../../state/testing/observations.ts';
import { createContexts } from '../context.ts';
import { isBad, judge } from '../lifecycle.ts';
import { createRules } from './registry.ts';

const usage = fc.constantFrom(-1, 0, 50, 79.9, 80, 85, 90, 95, 100).map((value) => ({
  total: 100,
  used: Math.max(0, value),
  free: 100 - Math.max(0, value),
  usage: value,
}));
const rate = fc.constantFrom(null, 0, 5e6, 5e8);
const anyGuest: fc.Arbitrary<Guest> = fc
  .record(
    {
      status: fc.constantFrom('running', 'stopped', 'unknown', 'paused'),
      cpu: fc.constantFrom(0, 0.5, 0.8, 0.95),
      memory: usage,
      disk: usage,
      disks: fc.array(
        usage.map((each) => ({ ...each, mountpoint: '/', device: 'sda', type: 'ext4' })),
        { maxLength: 2 },
      ),
      diskRead: rate,
      diskWrite: rate,
      networkIn: rate,
      networkOut: rate,
      diskStatusReason: fc.constantFrom('agent-not-running' as const, 'agent-timeout' as const, 'no-data' as const),
      haState: fc.constantFrom('started', 'stopped', 'error', 'ignored'),
      onboot: fc.boolean(),
      lock: fc.constantFrom('backup', 'migrate'),
      inBackupJob: fc.boolean(),
      lastBackup: fc.constantFrom('2020-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'),
      tags: fc.subarray(['prod', 'web']),
    },
    { requiredKeys: [] },
  )
  .map((fields) => guest('a', 1, fields));

/** Limits of one guest that are lower or higher than those of all. */
const limits = fc.constantFrom(-1, 1, 40, 99).map((trigger) => ({ trigger, clear: Math.max(0, trigger - 5) }));
const config = fc
  .record(
    {
      cpu: limits,
      memory: limits,
      disk: limits,
      networkIn: limits,
      poweredOffSeverity: fc.constant('critical' as const),
    },
    { requiredKeys: [] },
  )
  .chain((override) =>
    fc.constantFrom('a-1', 'a-2', 'tag:prod').map((key) => ({ ...factoryConfig, overrides: { [key]: override } })),
  );

test('a guest that cannot be bad at a quick look has no bad reading', () => {
  fc.assert(
    fc.property(anyGuest, config, (entity, alertConfig) => {
      const context = createContexts()({ ...emptyState, vms: [entity] }, alertConfig, moment(1_767_225_600_000));
      for (const rule of createRules()) {
        if (rule.list !== 'vms' || rule.mayBeBad?.(entity, context) !== false) continue;
        const bad = rule.read(entity, context).filter(({ verdict }) => isBad(judge(verdict)));
        expect(bad.map(({ id }) => id)).toEqual([]);
      }
    }),
    { numRuns: 3000 },
  );
});
