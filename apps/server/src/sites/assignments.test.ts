import type { NodeConfig } from '@belfry/schema/config/node';
import { expect, test } from 'vitest';
import { createAssignments } from './assignments.ts';

const config = { type: 'pve', name: 'home', host: 'https://192.0.2.1:8006', id: 'a', site: 's' } as NodeConfig & {
  id: string;
  site: string;
};

function begin() {
  const said: string[] = [];
  const assignments = createAssignments({
    siteOf: () => undefined,
    epochs: { take: () => 1 },
    lines: {
      assign: (site, { id }) => void said.push(`assign ${site} ${id}`),
      withdraw: (site, id) => void said.push(`withdraw ${site} ${id}`),
      poll: (site, id) => void said.push(`poll ${site} ${id}`),
    },
    everyMs: () => 10_000,
    callMs: () => 1000,
  });
  return { said, poller: assignments.start(config) };
}

test('a host that is removed is taken from its collector', async () => {
  const { said, poller } = begin();
  await poller.stop(false);
  expect(said).toEqual(['assign s a', 'withdraw s a']);
});

test('a server that stops takes nothing from a collector, which measures on', async () => {
  const { said, poller } = begin();
  await poller.stop(true);
  expect(said).toEqual(['assign s a']);
});
