// The pressure of nodes, read from the lab's real wire.
import { Node } from '@belfry/schema/entities/node';
import { expect, test } from 'vitest';
import { watchLab } from './testing/watched.ts';

const read = /rrddata/;

test('from 9.0 on every node has its pressure, with the time of its measurement, for one call a node', async () => {
  await using dc = await watchLab({ nodes: 3, guests: 30 });
  await dc.poll('resources', 'nodes');
  dc.lab.requests.clear();
  const { nodes = [] } = await dc.poll('pressure');
  expect(nodes.length).toBe(3);
  for (const node of nodes) {
    const { pressure } = Node.parse(node);
    expect(Object.values(pressure ?? {})).toHaveLength(4);
    const age = dc.clock.now() - Date.parse(pressure?.at ?? '');
    expect([age >= 0, age <= 180_000]).toEqual([true, true]);
  }
  expect(dc.lab.requests.recent().map(({ path }) => read.test(path))).toEqual([true, true, true]);
});

test('before 9.0, and before the version is known, there are no calls and no pressure', async () => {
  await using old = await watchLab({ nodes: 1, guests: 5, version: 8.4 });
  await old.poll('resources', 'nodes');
  old.lab.requests.clear();
  const { nodes = [] } = await old.poll('pressure');
  expect([old.lab.requests.recent(), nodes[0]?.pressure]).toEqual([[], undefined]);
  await using early = await watchLab({ nodes: 1, guests: 5 });
  await early.poll('resources');
  early.lab.requests.clear();
  await early.poll('pressure');
  expect(early.lab.requests.recent()).toEqual([]);
});

test('while a host refuses the call the last pressure stays for minutes, and then there is none', async () => {
  await using dc = await watchLab({ nodes: 1, guests: 5 });
  await dc.poll('resources', 'nodes', 'pressure');
  const node = dc.members[0]?.node ?? '';
  const after = async (minutes: number) => {
    await dc.clock.advance(minutes * 60_000);
    await dc.lab.fault(node, { status: 500 });
    await dc.run('pressure');
    await dc.lab.heal(node);
    const { nodes = [] } = await dc.poll('resources');
    return nodes[0]?.pressure !== undefined;
  };
  expect([await after(1), await after(6)]).toEqual([true, false]);
});
