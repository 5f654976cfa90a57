// A Proxmox VE host of three nodes. The test decides whether it has no problem or every possible one.
import type { FakeClock } from '../../lib/fake-clock.ts';
import { type AnsweringHost, type HostAnswer, pass, startAnsweringHost } from './answering-host.ts';
import { agentAnswer, answers, type Levels, type Mood, type World } from './pve-answers.ts';

export interface PveHost extends Pick<AnsweringHost, 'origin' | 'settle'> {
  mood: Mood;
  /** Whether the second of the three nodes is offline. */
  isNodeLost: boolean;
  /** How full the storage on a backup server is, in percent. Undefined: that server does not answer. */
  vault: number | undefined;
  /** Lets the time pass in steps of ten seconds. Each waits until all calls are answered. */
  pass(seconds: number): Promise<void>;
}

export async function startPveHost(clock: FakeClock): Promise<PveHost> {
  let countedAt = clock.now();
  /** By the rate at each level: counters never fall. */
  const counters = new Map<string, number>();
  const nothing = async () => {};
  const host: PveHost = { origin: '', mood: 'well', isNodeLost: false, vault: 20, settle: nothing, pass: nothing };
  const of: World['of'] = (well, bad, worse) => ({ well, bad, worse, silent: well })[host.mood];
  const counted: World['counted'] = (...rates) => counters.get(rates.join()) ?? count(rates, 0);
  const count = (rates: Levels<number>, seconds: number): number => {
    const key = rates.join();
    const bytes = (counters.get(key) ?? 0) + of(...rates) * 1024 ** 2 * seconds;
    counters.set(key, bytes);
    return bytes;
  };
  const ratesOf = (key: string): Levels<number> => {
    const [well = 0, bad = 0, worse = 0] = key.split(',').map(Number);
    return [well, bad, worse];
  };
  const server = await startAnsweringHost(clock, (path): HostAnswer => {
    if (host.mood === 'silent') return { status: 503 };
    if (path === '/cluster/resources') {
      for (const key of counters.keys()) count(ratesOf(key), (clock.now() - countedAt) / 1000);
      countedAt = clock.now();
    }
    const { isNodeLost, vault } = host;
    const world: World = { now: Math.floor(clock.now() / 1000), of, counted, isNodeLost, vault };
    const agent = agentAnswer(path, world);
    if (agent?.reason) return { status: 500, reason: agent.reason };
    const data = agent ? agent.data : answers[path]?.(world);
    if (data !== undefined) return { data };
    return path.startsWith('/nodes/pve3') ? { data: [] } : { status: 501 };
  });
  host.origin = server.origin;
  host.settle = server.settle;
  host.pass = (seconds) => pass(clock, [server], seconds);
  return host;
}
