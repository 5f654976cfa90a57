import { plainGuest, plainNode } from '@belfry/domain/plain-state';
import { aGuest } from '@belfry/domain/testing/guest';
import { aNode } from '@belfry/domain/testing/node';
import { expect, test } from 'vitest';
import { belfry, run } from '../testing/belfry.ts';

const STATE = 'GET /api/state';
const node = plainNode(aNode({ id: 'dc-pve1', name: 'pve1' }), '2026-01-02T03:04:05Z');
const state = { nodes: [], vms: [], containers: [], serverProblems: {} };

test('a node or a guest that does not run has no figures', async () => {
  const dead = { ...node, id: 'dead', name: 'dead', status: 'offline', cpu: 0, memory: { ...node.memory, used: 0 } };
  const guest = plainGuest(aGuest({ vmid: 100, name: 'web', status: 'stopped', cpu: 0 }), '2026-01-02T03:04:05Z');
  const { url } = await belfry({
    [STATE]: { ...state, instances: [], nodes: [node, dead] },
    'GET /api/guests?search=': { guests: [guest] },
  });
  const { output } = await run('nodes', { BELFRY_URL: url });
  expect(output.split('\n').find((line) => line.startsWith('dead'))).toMatch(/^dead +\S+ +offline +- +- +/);
  expect(output.split('\n').find((line) => line.startsWith('pve1'))).toContain('%');
  const { output: guests } = await run('guests', { BELFRY_URL: url });
  expect(guests).toMatch(/web +VM +\S+ +stopped +- +- +/);
});

test('the nodes of one site are listed, and another name is refused with those that there are', async () => {
  const of = (instance: string) => aNode({ id: `${instance}-pve1`, name: `${instance}1`, instance });
  const instance = { kind: 'pve', host: 'h', health: 'healthy', dropped: 0, endpoints: [] };
  const { url } = await belfry({
    [STATE]: {
      ...{
        ...state,
        nodes: [of('a'), of('b')].map((one) => plainNode(one, '2026-01-02T03:04:05Z')),
        sites: [{ id: 's1', name: 'Cologne', status: 'connected' }],
      },
      instances: [
        { ...instance, id: 'a', name: 'a', site: 's1' },
        { ...instance, id: 'b', name: 'b' },
      ],
    },
  });
  const { output } = await run('nodes --site Cologne', { BELFRY_URL: url });
  expect(output).toContain('a1');
  expect(output).not.toContain('b1');
  expect((await run('nodes --site COLOGNE', { BELFRY_URL: url })).output).toBe(output);
  await expect(run('nodes --site Bonn', { BELFRY_URL: url })).rejects.toThrow(
    'There is no site Bonn. There are: Cologne',
  );
});
