// A fleet of simulated Docker hosts whose agents post their reports to a real server.
import { setTimeout as delay } from 'node:timers/promises';
import pkg from '../../package.json' with { type: 'json' };
import { createHost, type DockerHost, isSilent, reportAt } from './host.ts';

/**
 * In a fleet of four or more hosts, the last one is switched off after its first report. `url` is the address of the
 * server, `token` the token for the reports. `containers` is the usual number on a host. `clock` in milliseconds: the
 * reports depend only on it and on `seed`. The interval is in real time. `plain`: nothing hostile in the reports.
 */
export interface FleetOptions {
  url: string;
  token: string;
  hosts?: number;
  containers?: number;
  seed?: number;
  clock?: () => number;
  intervalSeconds?: number;
  plain?: boolean;
  /** Nothing is wrong with the hosts and their containers. */
  calm?: boolean;
  /** The machines, from `createHosts`. Without them, it creates them itself. */
  machines?: readonly DockerHost[];
}

export interface Fleet {
  hosts: readonly DockerHost[];
  /** The number of reports by result, since the start. */
  posted(): { accepted: number; refused: number; unreachable: number };
  /** Resolves when no report is being sent any more. */
  stop(): Promise<void>;
}

/** The hosts of a fleet. They can be created before it starts. */
export const createHosts = ({
  hosts = 5,
  containers = 12,
  seed = 1,
  plain = false,
  calm = false,
}: Pick<FleetOptions, 'hosts' | 'containers' | 'seed' | 'plain' | 'calm'>): DockerHost[] =>
  Array.from({ length: hosts }, (_, i) => createHost(seed, i, containers, plain, calm));

/** The pause before a retry, because the server may not be ready yet. */
const RETRY_MS = 2000;
/** The time between the starts of two agents. */
const APART_MS = 40;
const FEWEST_WITH_LOSS = 4;

export function startFleet(options: FleetOptions): Fleet {
  const { url, token, clock = Date.now, intervalSeconds = 30 } = options;
  const hosts = options.machines ?? createHosts(options);
  const lost = hosts.length >= FEWEST_WITH_LOSS && !hosts.at(-1)?.calm ? hosts.at(-1) : undefined;
  const counts = { accepted: 0, refused: 0, unreachable: 0 };
  const closing = new AbortController();
  const { signal } = closing;
  const startedAt = Math.floor(clock() / 1000);
  const endpoint = new URL('/api/agents/docker/report', url);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'x-api-token': token };

  const post = async (host: DockerHost): Promise<'accepted' | 'refused' | 'unreachable'> => {
    const report = reportAt(host, Math.floor(clock() / 1000), { version: pkg.version, intervalSeconds });
    try {
      const answer = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(report), signal });
      await answer.arrayBuffer();
      return answer.ok ? 'accepted' : 'refused';
    } catch {
      return 'unreachable';
    }
  };

  const report = async (host: DockerHost, nth: number): Promise<void> => {
    const intervalMs = intervalSeconds * 1000;
    await delay(Math.min(nth * APART_MS, (nth / hosts.length) * intervalMs), undefined, { signal });
    while (!signal.aborted) {
      const silent = isSilent(host, Math.floor(clock() / 1000), startedAt);
      const outcome = silent ? 'accepted' : await post(host);
      if (!silent && !signal.aborted) counts[outcome]++;
      if (host === lost && !silent && outcome === 'accepted') return;
      await delay(outcome === 'unreachable' ? Math.min(RETRY_MS, intervalMs) : intervalMs, undefined, { signal });
    }
  };

  // When the fleet stops, its delays reject.
  const reporting = hosts.map((host, nth) => report(host, nth).catch(() => {}));
  return {
    hosts,
    posted: () => ({ ...counts }),
    async stop() {
      closing.abort();
      await Promise.all(reporting);
    },
  };
}
