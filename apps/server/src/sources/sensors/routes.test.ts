// Nodes that report their temperature: from the report to the node in the state, one case per documented status.

import { sensorLimits } from '@belfry/schema/agent/sensors';
import type { Node } from '@belfry/schema/entities/node';
import { State } from '@belfry/schema/state';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { createMount } from '../../http/mount.ts';
import { createServer } from '../../http/server.ts';
import { openGate } from '../../http/testing/gate.ts';
import { momentOf } from '../../lib/clock.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { createState } from '../../state/state.ts';
import { heard, node } from '../../state/testing/observations.ts';
import { numbered } from '../numbering.ts';
import { sensorRoutes } from './routes.ts';
import { createSensors } from './source.ts';

const START = Date.UTC(2026, 0, 2);
const REPORT = '/api/agents/sensors/report';

/** A server that watches these nodes: by instance. */
function server(watched: Record<string, Node[]>, { kept = {} as unknown, isFull = false } = {}) {
  const clock = fakeClock(START);
  const state = createState({ started: momentOf(clock), version: '1.0.0' });
  const poll = () => {
    for (const [name, nodes] of Object.entries(watched))
      state.apply({ ...heard(name, 0, { nodes }), ...momentOf(clock) });
  };
  poll();
  const tokens = new Set(['one', 'two']);
  const memory = {
    recall: () => kept,
    keep(value: unknown) {
      if (isFull) throw new Error('database or disk is full');
      kept = value;
    },
  };
  const sensors = createSensors({
    ...{ clock, memory, log: createLogger('silent'), state: state.current },
    observe: numbered(state.apply),
    isTokenValid: (id) => tokens.has(id),
  });
  const app = createServer(createLogger('silent'));
  const reporterOf = ({ headers }: FastifyRequest) => {
    const token = headers['x-api-token']?.toString();
    return { token, admin: token === undefined };
  };
  sensorRoutes(createMount(app, openGate), { sensors, reporterOf, installer: '/nowhere' });
  const post = async (body: object, token?: string) => {
    const headers = token === undefined ? {} : { 'x-api-token': token };
    const reply = await app.inject({ method: 'POST', url: REPORT, headers, payload: body });
    return { status: reply.statusCode, json: reply.json() };
  };
  const shown = () => {
    state.age(momentOf(clock), 0);
    return Object.fromEntries(State.parse(state.current()).nodes.map((n) => [n.id, n.temperature?.cpuPackage]));
  };
  return { app, clock, tokens, poll, post, shown, state, kept: () => kept };
}
const sensors = (celsius: number) => ({ 'coretemp-isa-0000': { 'Package id 0': { temp1_input: celsius } } });
const one = () => ({ home: [node('home', 'pve1'), node('home', 'pve2')] });

test('200: the node keeps the reported temperatures through polls, which do not contain them', async () => {
  const { clock, poll, post, shown } = server(one());
  const { status, json } = await post({ node: 'pve1', sensors: sensors(61.6) });
  expect([status, json]).toEqual([200, { success: true, nodeId: 'home-pve1', temperature: 62 }]);
  expect(shown()).toEqual({ 'home-pve1': 62, 'home-pve2': undefined });
  await clock.advance(10_000);
  poll();
  expect(shown()).toEqual({ 'home-pve1': 62, 'home-pve2': undefined });
});

test('a temperature is removed after three missing reports', async () => {
  const { clock, poll, post, shown } = server(one());
  await post({ node: 'pve1', sensors: sensors(61), intervalSeconds: 60 });
  await clock.advance(180_000);
  poll();
  expect(shown()['home-pve1']).toBe(61);
  await clock.advance(1);
  expect(shown()['home-pve1']).toBe(undefined);
  await post({ node: 'pve1', sensors: sensors(50) });
  expect(shown()['home-pve1']).toBe(50);
});

test('a clock that is stepped neither keeps a temperature nor takes it away', async () => {
  const { clock, poll, post, shown } = server(one());
  await post({ node: 'pve1', sensors: sensors(61) });
  clock.step(3_600_000);
  expect(shown()['home-pve1']).toBe(61);
  clock.step(-7_200_000);
  await clock.advance(180_001);
  poll();
  expect(shown()['home-pve1']).toBe(undefined);
});

test('a report says nothing about the health of the instance, and is none of its calls', async () => {
  const { post, state } = server(one());
  const before = state.current().instances;
  await post({ node: 'pve1', sensors: sensors(61) });
  expect(state.current().instances).toEqual(before);
});

const twins = () => ({
  home: [node('home', 'pve')],
  office: [node('office', 'pve', { isClusterMember: true, clusterName: 'work' })],
});

test('409: a report for a name of two nodes is refused, until it names the instance or the cluster', async () => {
  const { post, shown } = server(twins());
  const unsure = await post({ node: 'pve', sensors: sensors(61) });
  expect([unsure.status, unsure.json.error]).toEqual([409, expect.stringContaining('More than one watched node')]);
  expect(shown()).toEqual({ 'home-pve': undefined, 'office-pve': undefined });
  expect((await post({ node: 'pve', instance: 'office', sensors: sensors(61) })).status).toBe(200);
  expect(shown()).toEqual({ 'home-pve': undefined, 'office-pve': 61 });
  expect((await post({ node: 'pve', cluster: '', sensors: sensors(40) })).json.nodeId).toBe('home-pve');
  expect((await post({ node: 'pve', cluster: 'work', sensors: sensors(62) })).json.nodeId).toBe('office-pve');
  expect(shown()).toEqual({ 'home-pve': 40, 'office-pve': 62 });
});

test('404: a node that is not watched, or not in that cluster', async () => {
  const { post, shown } = server(twins());
  expect((await post({ node: 'other', sensors: sensors(61) })).status).toBe(404);
  const elsewhere = await post({ node: 'pve', instance: 'attic', sensors: sensors(61) });
  expect([elsewhere.status, elsewhere.json.error]).toEqual([404, 'No watched node is called pve at attic.']);
  expect((await post({ node: 'pve', cluster: 'attic', sensors: sensors(61) })).status).toBe(404);
  expect(shown()).toEqual({ 'home-pve': undefined, 'office-pve': undefined });
});

test('409: a token cannot report for the node of another token, also after a restart, until that token is deleted', async () => {
  const first = server(one());
  await first.post({ node: 'pve1', sensors: sensors(61) }, 'one');
  expect((await first.post({ node: 'pve1', sensors: sensors(99) }, 'two')).status).toBe(409);
  const { post, shown, tokens } = server(one(), { kept: first.kept() });
  expect((await post({ node: 'pve1', sensors: sensors(99) }, 'two')).status).toBe(409);
  expect(shown()['home-pve1']).toBe(undefined);
  expect((await post({ node: 'pve1', sensors: sensors(50) })).status).toBe(200);
  tokens.delete('one');
  expect((await post({ node: 'pve1', sensors: sensors(51) }, 'two')).status).toBe(200);
  expect((await post({ node: 'pve2', sensors: sensors(51) }, 'two')).status).toBe(200);
});

test('a full disk loses no report, and invalid saved data is ignored', async () => {
  const { post, shown } = server(one(), { isFull: true, kept: ['what', 'is', 'this'] });
  expect((await post({ node: 'pve1', sensors: sensors(61) }, 'one')).status).toBe(200);
  expect(shown()['home-pve1']).toBe(61);
});

test('400 and 413: anything that sensors would not write is refused by name, and nothing is shown', async () => {
  const { post, shown } = server(one());
  const complaints = async (body: object) => {
    const { status, json } = await post({ node: 'pve1', sensors: sensors(61), ...body });
    return [status, ...Object.keys(json.details ?? {})];
  };
  expect(await complaints({ node: ' ' })).toEqual([400, 'node']);
  expect(await complaints({ sensors: undefined })).toEqual([400, 'sensors']);
  expect(await complaints({ sensors: [] })).toEqual([400, 'sensors']);
  expect(await complaints({ sensors: { chip: { core: { temp1_input: '61' } } } })).toEqual([400, 'sensors.chip.core']);
  expect(await complaints({ intervalSeconds: 1 })).toEqual([400, 'intervalSeconds']);
  const many = Object.fromEntries(Array.from({ length: sensorLimits.chips + 1 }, (_, i) => [`chip-${i}`, {}]));
  expect(await complaints({ sensors: many })).toEqual([400, 'sensors']);
  expect(await complaints({ more: 'x'.repeat(sensorLimits.bytes) })).toEqual([413]);
  expect(shown()['home-pve1']).toBe(undefined);
});
