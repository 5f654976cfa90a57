// A Proxmox VE host of three nodes whose answers a test decides: all is well, or everything that can be wrong is wrong.
import { onTestFinished } from 'vitest';
import type { FakeClock } from '../../lib/fake-clock.ts';
import { json, startTlsServer } from '../../sources/testing/tls-server.ts';
import { agentAnswer, answers, type Levels, type Mood, type World } from './pve-answers.ts';

export interface PveHost {
  origin: string;
  mood: Mood;
  /** Whether the second of the three nodes is offline. */
  isNodeLost: boolean;
  /** Lets the time pass in steps of ten seconds. Each waits until all calls are answered. */
  pass(seconds: number): Promise<void>;
}

export async function startPveHost(clock: FakeClock): Promise<PveHost> {
  let open = 0;
  let seen = 0;
  let countedAt = clock.now();
  /** By the rate at each level: counters never fall. */
  const counters = new Map<string, number>();
  const host: PveHost = { origin: '', mood: 'well', isNodeLost: false, pass };
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
  const server = await startTlsServer((request, response) => {
    seen++;
    open++;
    response.once('close', () => open--);
    const [path = ''] = (request.url ?? '').replace('/api2/json', '').split('?');
    if (host.mood === 'silent') return void response.writeHead(503).end();
    if (path === '/cluster/resources') {
      for (const key of counters.keys()) count(ratesOf(key), (clock.now() - countedAt) / 1000);
      countedAt = clock.now();
    }
    const world: World = { now: Math.floor(clock.now() / 1000), of, counted, isNodeLost: host.isNodeLost };
    const agent = agentAnswer(path, world);
    if (agent?.reason) return void response.writeHead(500, agent.reason).end('{"data":null}');
    const answer = answers[path];
    const data = agent ? agent.data : answer?.(world);
    if (data === undefined)
      return json(response, path.startsWith('/nodes/pve3') ? [] : null, path.startsWith('/nodes/pve3') ? 200 : 501);
    return json(response, data);
  });
  onTestFinished(server.stop);
  host.origin = server.origin;

  /** No call is open, and none has come for many turns. */
  async function settle(): Promise<void> {
    for (let quiet = 0, before = seen; quiet < 40; quiet++) {
      await new Promise((next) => setImmediate(next));
      if (open > 0 || seen !== before) quiet = 0;
      before = seen;
    }
  }

  async function pass(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 10) {
      await clock.advance(10_000);
      await settle();
    }
  }
  return host;
}
