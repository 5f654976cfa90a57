import type { NodeConfig } from '@belfry/schema/config/node';
import { State } from '@belfry/schema/state';
import { expect, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { createState } from '../state/state.ts';
import { guest, heard, moment } from '../state/testing/observations.ts';
import { createAssignments } from './assignments.ts';

const config = { type: 'pve', name: 'home', host: 'https://192.0.2.1:8006', id: 'a', site: 's' } as NodeConfig & {
  id: string;
  site: string;
};

function begin() {
  const said: string[] = [];
  const clock = fakeClock(0);
  const state = createState({ started: moment(0), version: '1' });
  const unheard = new Set(['a']);
  const assignments = createAssignments({
    siteOf: () => undefined,
    epochs: { take: () => 1 },
    lines: {
      assign: (site, { id }) => void said.push(`assign ${site} ${id}`),
      withdraw: (site, id) => void said.push(`withdraw ${site} ${id}`),
      poll: (site, id) => void said.push(`poll ${site} ${id}`),
      isUnheard: (_, id) => unheard.has(id),
    },
    everyMs: () => 10_000,
    callMs: () => 1000,
    observe: (observation) => void state.apply(observation),
    clock,
  });
  return { said, clock, state, unheard, poller: assignments.start(config) };
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

test('a host of which nothing was heard since the start is there all the same, and says why nothing is known', async () => {
  const { clock, unheard, poller, state } = begin();
  expect(state.current().instances).toEqual([]);
  await clock.advance(10_000);
  expect(state.current().instances).toMatchObject([
    { id: 'a', kind: 'pve', site: 's', health: 'error', error: { sentence: { id: 'site.noLine' } } },
  ]);
  expect(State.safeParse(state.current()).error).toBeUndefined();

  // Its collector is heard: nothing else is said, and nothing of it stays.
  unheard.delete('a');
  state.apply({ ...heard('a', 11_000, { vms: [guest('a', 1)] }), epoch: 1, run: 'r' });
  await clock.advance(60_000);
  expect(state.current().instances).toMatchObject([{ id: 'a', health: 'healthy' }]);
  expect(state.current().instances[0]?.error).toBeUndefined();
  await poller.stop(false);
});

test('of a host that was removed nothing is said', async () => {
  const { clock, poller, state } = begin();
  await poller.stop(false);
  await clock.advance(60_000);
  expect(state.current().instances).toEqual([]);
});
