import { expect, expectTypeOf, test } from 'vitest';
import { Findings, type Slices } from './observation.ts';

test('a source cannot name the instances or the alerts: those are made on the server', () => {
  expectTypeOf<Extract<keyof Slices, 'instances' | 'activeAlerts' | 'recentlyResolved'>>().toBeNever();
  const { slices } = Findings.parse({ slices: { nodes: [], instances: [], activeAlerts: [] } });
  expect(slices).toEqual({ nodes: [] });
});
