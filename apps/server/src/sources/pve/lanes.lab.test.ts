// One kind of call that hangs on all nodes, or one node that hangs, delays its own part only.

import { describe, expect, test } from 'vitest';
import type { Emitted } from '../source.ts';
import { watchLab } from './testing/watched.ts';

/** A cluster of twelve that is polled as the product does. */
async function polledLab() {
  const dc = await watchLab({ nodes: 12, guests: 60, everything: true });
  const observed: Emitted[] = [];
  const polling = dc.start((o) => observed.push(o));
  return {
    lab: dc.lab,
    pass: dc.pass,
    observed,
    good: (poll: string) => observed.filter((o) => o.poll === poll && o.outcome.ok).length,
    async [Symbol.asyncDispose]() {
      await polling.stop();
      await dc[Symbol.asyncDispose]();
    },
  };
}

describe('the essential poll keeps its rhythm', () => {
  test.each([
    ['storage', /^\/nodes\/\{node\}\/storage$/],
    ['agent', /\/agent\//],
    ['disk', /^\/nodes\/\{node\}\/disks\//],
  ] as const)(
    'while every %s call hangs, and node status and guest lists come, too',
    async (_, calls) => {
      await using dc = await polledLab();
      dc.lab.silence(calls);
      await dc.pass(15);
      dc.observed.length = 0;
      await dc.pass(60);
      const fast = dc.observed.filter((o) => o.poll === 'resources');
      expect(fast.map((o) => o.outcome.ok)).toEqual(fast.map(() => true));
      expect(fast).toHaveLength(6);
      for (const { outcome, tookMs } of fast) {
        expect(tookMs).toBeLessThan(2000);
        expect(outcome.ok && outcome.value.slices.vms?.length).toBeGreaterThan(0);
      }
      expect(dc.good('nodes')).toBeGreaterThanOrEqual(1);
      expect(dc.good('guest-details')).toBeGreaterThanOrEqual(1);
    },
    60_000,
  );
});

test.each([1, 4])('while %i of twelve nodes hang, what the others answer is seen', async (count) => {
  await using dc = await polledLab();
  const [first, ...others] = dc.lab.clusters[0]?.nodes.map(({ name }) => name) ?? [];
  for (const node of others.slice(0, count)) await dc.lab.fault(node, 'hang');
  await dc.pass(90);
  const last = dc.observed.filter((o) => o.poll === 'resources').at(-1)?.outcome;
  const { nodes = [], containers = [], storage = [] } = last?.ok ? last.value.slices : {};
  const known = nodes.filter((n) => n.kernelVersion !== '').map((n) => n.name);
  expect(known).toEqual([first, ...others.slice(count)]);
  const ofThem = containers.filter((ct) => ct.status === 'running' && known.includes(ct.node));
  expect(ofThem.length).toBeGreaterThan(0);
  expect(ofThem.filter((ct) => ct.memory.swapTotal === undefined)).toEqual([]);
  // Only the slow list has the free space.
  const onLvm = dc.lab.clusters[0]?.nodes.filter((n) => !n.zfs && known.includes(n.name)).map((n) => n.name) ?? [];
  const local = storage.filter((s) => s.name === 'local' && onLvm.includes(s.node));
  expect(local.length).toBeGreaterThan(0);
  expect(local.filter((s) => s.free === s.total - s.used)).toEqual([]);
});
