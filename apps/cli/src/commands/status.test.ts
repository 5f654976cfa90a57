import { plainGuest, plainNode } from '@belfry/domain/plain-state';
import { aGuest } from '@belfry/domain/testing/guest';
import { aNode } from '@belfry/domain/testing/node';
import { expect, test } from 'vitest';
import { belfry, run } from '../testing/belfry.ts';

const ACTIVE = 'GET /api/alerts/active';
const STATE = 'GET /api/state';
const instance = { id: 'docker-d', kind: 'docker', name: 'dock1', host: 'dock1', dropped: 0, endpoints: [] };
const state = { nodes: [], vms: [], containers: [], serverProblems: {} };
const stats = { version: '1.0.0', uptime: 5, startTime: '', pollingCycles: 0, webSocketClients: 0 };

test('the status tells instances that do not answer from those that answer in part', async () => {
  const instances = [
    { ...instance, health: 'error' },
    // its last poll failed, and it does not count as down yet
    { ...instance, id: 'docker-e', name: 'dock2', health: 'error', lastSeen: '2026-01-02T03:04:05Z' },
    { ...instance, id: 'pve', kind: 'pve', name: 'home', health: 'degraded' },
    { ...instance, id: 'pbs', kind: 'pbs', name: 'vault', health: 'healthy' },
  ];
  const { url } = await belfry({ [STATE]: { ...state, instances }, [ACTIVE]: [], 'GET /api/stats': stats });
  const { output, status } = await run('status', { BELFRY_URL: url });
  expect(output).toContain('4 instances, failing: dock1; answering in part: dock2, home\n');
  expect(status).toBe(2);
});

test('the worst of what nobody has is named as the headline of the screens names it', async () => {
  const offline = {
    ...{
      id: 'node-offline-dc-pve1',
      type: 'connectivity',
      level: 'critical',
      resourceId: 'dc-pve1',
      resourceName: 'pve1',
    },
    ...{ node: 'pve1', instance: 'dc', message: 'Node pve1 is offline.', value: 1, threshold: 1, acknowledged: false },
    startTime: '2026-01-02T03:04:05Z',
    sentence: { id: 'node.offline', values: { name: 'pve1' } },
  };
  const { url } = await belfry({
    [STATE]: { ...state, instances: [] },
    [ACTIVE]: [{ ...offline, id: 'late', acknowledged: true }, offline],
    'GET /api/stats': stats,
  });
  const { output } = await run('status', { BELFRY_URL: url });
  expect(output).toContain('the worst: Node pve1 is offline, since 2026-01-02 03:04:05 UTC\n');
  const json = JSON.parse((await run('--json status', { BELFRY_URL: url })).output);
  expect(json.open).toMatchObject({ total: 1, taken: 1, worst: { name: 'pve1', message: 'Node pve1 is offline.' } });
});

test('the status counts paused, other and unknown guests separately, and --status finds guests by these words', async () => {
  const AT = '2026-01-02T03:04:05Z';
  const made = (vmid: number, status: string) => plainGuest(aGuest({ vmid, name: `g${vmid}`, status }), AT);
  const vms = [made(1, 'running'), made(2, 'stopped'), made(3, 'paused'), made(4, 'suspended'), made(5, 'io-error')];
  const hidden = plainGuest(aGuest({ vmid: 6, name: 'g6', node: 'away', id: 'dc-away-6' }), AT);
  const home = plainNode(aNode({ id: 'dc-pve1', name: 'pve1', status: 'online' }), AT);
  const { url } = await belfry({
    [STATE]: { ...state, instances: [], nodes: [home], vms: [...vms, hidden] },
    [ACTIVE]: [],
    'GET /api/stats': stats,
    'GET /api/guests?search=': { guests: [...vms, hidden] },
  });
  const { output } = await run('status', { BELFRY_URL: url });
  expect(output).toContain('6 guests: 1 running, 1 stopped, 2 paused, 1 other, 1 unknown\n');
  const json = JSON.parse((await run('--json status', { BELFRY_URL: url })).output);
  expect(json.guests).toEqual({ total: 6, running: 1, stopped: 1, paused: 2, other: 1, unknown: 1 });
  const { output: paused } = await run('guests --status paused', { BELFRY_URL: url });
  expect(paused.match(/g\d/g)).toEqual(['g3', 'g4']);
  expect((await run('guests --status io-error', { BELFRY_URL: url })).output.match(/g\d/g)).toEqual(['g5']);
  const { output: unknown } = await run('guests --status unknown', { BELFRY_URL: url });
  expect(unknown).toMatch(/g6 +VM +away +unknown \(ran\) +- +- +/);
});
