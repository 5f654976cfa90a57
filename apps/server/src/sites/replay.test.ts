// Which alerts come of the changes during an outage of the line.
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import type { Edge } from '@belfry/schema/collect/edges';
import type { Slices } from '@belfry/schema/messages/observation';
import { expect, test } from 'vitest';
import { iso, systemClock } from '../lib/clock.ts';
import { createState } from '../state/state.ts';
import { guest, heard, moment, node } from '../state/testing/observations.ts';
import { replay } from './replay.ts';

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];
const [FROM, TO] = [1000 * HOUR, 1006 * HOUR];

/** What the history of alerts gets: the id, and when it began and ended, in seconds after the cut. */
async function late(present: Slices, edges: readonly Edge[], config = factoryConfig) {
  const state = createState({ started: moment(0), version: 'test' });
  state.apply(heard('a', TO, present));
  const [instance] = state.current().instances;
  if (!instance) throw new Error('no instance');
  const found = replay({
    ...{ instance, state: state.current(), config, edges, from: FROM, to: TO, everyMs: 10 * SECOND },
    clock: systemClock,
  });
  return (await found).map(({ transitions }) => {
    const last = transitions.at(-1);
    const began = Date.parse(last?.alert.startTime ?? '');
    return [last?.alert.id, (began - FROM) / SECOND, ((last?.at ?? 0) - FROM) / SECOND, last?.reason];
  });
}

const edge = (at: number, list: Edge['list'], id: string, before: Edge['before'], after: Edge['after']): Edge => ({
  ...{ at: FROM + at * SECOND, list, id, before, after },
});
const [running, stopped] = [{ status: 'running' }, { status: 'stopped' }];
const present = { nodes: [node('a', 'n', { uptime: 1e6 })], vms: [guest('a', 100, { node: 'n', onboot: true })] };

test('a guest that was off for a time is one alert of that time', async () => {
  const edges = [edge(600, 'vms', 'a-100', running, stopped), edge(900, 'vms', 'a-100', stopped, running)];
  expect(await late(present, edges)).toEqual([['guest-powered-off-a-100', 600, 900, 'recovered']]);
});

test('what was so short that no poll confirmed it, what began before the cut, and what goes on is no late alert', async () => {
  const short = [edge(600, 'vms', 'a-100', running, stopped), edge(605, 'vms', 'a-100', stopped, running)];
  const before = [edge(600, 'vms', 'a-100', stopped, running)];
  expect(await late(present, short)).toEqual([]);
  expect(await late(present, before)).toEqual([]);
  const off = { ...present, vms: [guest('a', 100, { node: 'n', onboot: true, status: 'stopped' })] };
  expect(await late(off, [edge(600, 'vms', 'a-100', running, stopped)])).toEqual([]);
});

test('a node that was away is one alert, and its guests are not alerts of their own', async () => {
  const [online, offline] = [{ status: 'online' }, { status: 'offline' }];
  const edges = [
    edge(600, 'nodes', 'a-n', online, offline),
    edge(600, 'vms', 'a-100', running, { status: 'unknown' }),
    edge(1200, 'nodes', 'a-n', offline, online),
    edge(1200, 'vms', 'a-100', { status: 'unknown' }, running),
  ];
  expect(await late(present, edges)).toEqual([['node-offline-a-n', 600, 1200, 'recovered']]);
});

test('a host that did not answer for a time is one alert', async () => {
  const error = { kind: 'unreachable', message: 'no answer' };
  const edges = [
    edge(600, 'instances', 'a', { error: null }, { error }),
    edge(700, 'instances', 'a', { error }, { error: null }),
  ];
  expect(await late(present, edges)).toEqual([['instance-unreachable-a', 600, 700, 'recovered']]);
});

test('a backup that failed, and was made good by the next, is one alert', async () => {
  const task = (id: string, at: number, error?: string) => ({
    ...{ id: `a-${id}`, instance: 'a', node: 'n', type: 'qemu', vmid: 100, status: error ? 'error' : 'OK' },
    ...{ ...(error && { error }), startTime: iso(FROM + at * SECOND - MINUTE), endTime: iso(FROM + at * SECOND) },
  });
  const [bad, good] = [task('1', 600, 'no space'), task('2', 4200)];
  const edges = [edge(630, 'backupTasks', 'a-1', null, {}), edge(4230, 'backupTasks', 'a-2', null, {})];
  expect(await late({ ...present, backupTasks: [bad, good] }, edges)).toEqual([
    ['backup-failed-a-100', 630, 4230, 'recovered'],
  ]);
});

test('a guest that is gone by now had its alert, and a part that is no resource is not evaluated', async () => {
  const { vms: _, ...gone } = present;
  const whole = { ...guest('a', 100, { node: 'n', onboot: true, status: 'stopped' }) };
  const edges = [edge(600, 'vms', 'a-100', running, stopped), edge(900, 'vms', 'a-100', whole, null)];
  expect(await late({ ...gone, vms: [] }, edges)).toEqual([['guest-powered-off-a-100', 600, 920, 'gone']]);
  const foreign = edges.map((each) => ({ ...each, before: each.before && { ...each.before, instance: 'b' } }));
  expect(await late({ ...gone, vms: [] }, foreign)).toEqual([]);
});

test('nothing is found while alerts are switched off', async () => {
  const edges = [edge(600, 'vms', 'a-100', running, stopped), edge(900, 'vms', 'a-100', stopped, running)];
  expect(await late(present, edges, { ...factoryConfig, enabled: false })).toEqual([]);
});
