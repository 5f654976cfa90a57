import type { Alert } from '@belfry/schema/entities/alert';
import { expect, test } from 'vitest';
import type { Reading, Verdict } from '../engine/reading.ts';
import { reasonsOf, type WhyDeps } from './why.ts';

const node = { kind: 'node', id: 'dc-pve1', name: 'pve1', node: 'pve1', instance: 'dc', instanceId: 'dc' } as const;
const offline = 'node-offline-dc-pve1';
const reading = (id: string, type: Reading['type'], verdict: Verdict, fields: Partial<Reading> = {}): Reading => ({
  ...{ id, type, resource: node, verdict, confirm: { polls: 1 }, message: () => 'something' },
  ...fields,
});
const bad: Verdict = { is: 'bad', level: 'critical', value: 1, threshold: 0 };
const well: Verdict = { is: 'well' };
const loss: Alert = {
  ...{ id: offline, type: 'connectivity', level: 'critical', resourceId: node.id, resourceName: 'pve1', node: 'pve1' },
  ...{ instance: 'dc', message: '', value: 0, threshold: 0, acknowledged: false },
  ...{ startTime: '2026-01-01T00:00:00.000Z', lastSeen: '2026-01-01T00:00:00.000Z' },
};
const quiet: WhyDeps = {
  ...{ isEnabled: true, look: () => undefined, active: () => undefined },
  now: { at: 0, monotonic: 0 },
};
const said = (readings: readonly Reading[], deps = quiet) =>
  reasonsOf({ readings: [...readings], isStale: false }, deps).map(({ type, is, sentence }) => [type, is, sentence.id]);

test('of a node that does not answer, nobody can see whether its processor and its memory are as they should be', () => {
  const others = [reading('dc-pve1-cpu', 'cpu', well), reading('dc-pve1-memory', 'memory', well)];
  expect(said([reading(offline, 'connectivity', bad), ...others])).toEqual([
    ['connectivity', 'bad', expect.any(String)],
    ['cpu', 'unknown', 'why.lost'],
    ['memory', 'unknown', 'why.lost'],
  ]);
  expect(said([reading(offline, 'connectivity', well), ...others]).map(([, , id]) => id)).toEqual(
    Array.from({ length: 3 }, () => 'why.well'),
  );
});

test('nor of what is on it', () => {
  const guest = reading('dc-100-cpu', 'cpu', well, { causes: [offline] });
  const lost = {
    ...quiet,
    active: (id: string) => (id === offline ? loss : undefined),
  };
  expect(said([guest], lost)).toEqual([['cpu', 'unknown', 'why.lost']]);
  expect(said([guest])).toEqual([['cpu', 'well', 'why.well']]);
});

test('a reason about one of several services names it', () => {
  const services = ['cron', 'sshd'].map((service) =>
    reading(`service-failed-${service}`, 'service-failed', well, { metadata: { service } }),
  );
  const reasons = reasonsOf({ readings: services, isStale: false }, quiet);
  expect(reasons.map(({ part }) => part)).toEqual(['cron', 'sshd']);
});
