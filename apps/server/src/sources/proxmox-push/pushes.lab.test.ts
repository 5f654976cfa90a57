// From a backup that ends on a host to the state: with a push, and without one.
import { expect, test } from 'vitest';
import { watchLab } from '../pve/testing/watched.ts';
import type { Emitted } from '../source.ts';
import { createPushes } from './pushes.ts';

async function watched() {
  const dc = await watchLab({ nodes: 2, guests: 10 });
  const observed: Emitted[] = [];
  const polling = dc.start((observation) => observed.push(observation));
  const pushes = createPushes({
    hurry(instance, type) {
      if (instance !== dc.name) return false;
      polling.hurry(type);
      return true;
    },
    isTokenValid: () => true,
    memory: { recall: () => undefined, keep: () => {} },
    clock: dc.clock,
    log: { error: () => {} } as never,
  });
  await dc.pass(60);
  const runs = () => observed.filter(({ poll }) => poll === 'backups');
  const tasks = () => {
    const { outcome } = runs().at(-1) ?? {};
    return outcome?.ok ? (outcome.value.slices.backupTasks ?? []).length : 0;
  };
  return { dc, polling, pushes, observed, runs, tasks };
}

test('a backup that ended is in the state within a second after its push, by one run of one poll; without a push after five minutes', async () => {
  const { dc, polling, pushes, observed, runs, tasks } = await watched();
  const [guest] = dc.lab.guests(dc.name).filter(({ template }) => !template);
  const [before, known] = [runs().length, tasks()];
  await dc.lab.backUp(dc.name, guest?.vmid ?? 0);
  await dc.pass(1);
  expect([runs().length, tasks()]).toEqual([before, known]);

  const others = observed.filter(({ poll }) => poll === 'protection' || poll === 'node-loss').length;
  expect(pushes.receive(dc.name, 'vzdump', { admin: false }).ok).toBe(true);
  await dc.pass(1);
  expect([runs().length, tasks()]).toEqual([before + 1, known + 1]);
  expect(observed.filter(({ poll }) => poll === 'protection' || poll === 'node-loss')).toHaveLength(others);
  await polling.stop();
  await dc[Symbol.asyncDispose]();
});
