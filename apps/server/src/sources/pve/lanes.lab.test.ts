// One kind of call that hangs everywhere, or one node that hangs, costs its own part and nothing else.
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import { PveNodeConfig } from '@belfry/schema/config/node';
import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { startPolling } from '../poller.ts';
import type { Observation } from '../source.ts';
import { createPveSource } from './source.ts';

const log = createLogger('silent');

/** A cluster of twelve that is polled for real, on a clock that goes on when all that can be answered is answered. */
async function polledLab() {
  const clock = fakeClock(Date.UTC(2026, 0, 1));
  const lab = await startLab({ nodes: 12, guests: 60, everything: true, version: 9.2, seed: 7, clock: clock.now });
  const [instance] = lab.instances;
  if (!instance) throw new Error('the lab has no cluster');
  const config = PveNodeConfig.parse({ ...nodeConfig(instance), monitorPhysicalDisks: true });
  const source = createPveSource(config, { clock, log, random: () => 0.5 });
  let pending = 0;
  const polls = source.polls.map((poll) => ({
    ...poll,
    run: (signal: AbortSignal) => {
      pending++;
      return poll.run(signal).finally(() => pending--);
    },
  }));
  const observed: Observation[] = [];
  const polling = startPolling(
    { ...source, polls },
    { clock, random: () => 0.3, observe: (o) => observed.push(o), log },
  );
  return {
    lab,
    observed,
    /** Second by second, with time for the answers that come. */
    async pass(seconds: number): Promise<void> {
      for (let i = 0; i < seconds; i++) {
        await clock.advance(1000);
        for (let turns = 0; pending > 0 && turns < 1500; turns++) await new Promise((done) => setImmediate(done));
      }
    },
    good: (poll: string) => observed.filter((o) => o.poll === poll && o.outcome.ok).length,
    async [Symbol.asyncDispose]() {
      await polling.stop();
      await lab.stop();
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

test.each([1, 4])(
  'while %i of twelve nodes hang, what the others answer is seen',
  async (count) => {
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
    // Only the slow list says what is free beside what is not used.
    const local = storage.filter((s) => s.name === 'local' && known.includes(s.node));
    expect(local.filter((s) => s.free === s.total - s.used)).toEqual([]);
  },
  60_000,
);
