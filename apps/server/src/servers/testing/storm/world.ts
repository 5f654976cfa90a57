// Two servers as processes over one PostgreSQL, a cluster of the lab, a receiver of messages, and who looks at all of it.

import { rmSync } from 'node:fs';
import path from 'node:path';
import { type Lab, nodeConfig, startLab } from '@belfry/lab/datacentre';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import type { State } from '@belfry/schema/state';
import { type StormClock, stormClock, until } from '../../../contract/testing/storm/clock.ts';
import { type Observer, startObserver } from '../../../contract/testing/storm/observer.ts';
import { type StormReceiver, stormReceiver } from '../../../contract/testing/storm/receiver.ts';
import { type StormDatabase, startStormDatabase } from './database.ts';
import { type Front, startFront } from './front.ts';
import { type StormServer, startStormServer } from './server.ts';

export interface PairWorld {
  clock: StormClock;
  lab: Lab;
  cluster: string;
  database: StormDatabase;
  servers: readonly [StormServer, StormServer];
  receiver: StormReceiver;
  observer: Observer;
  front: Front;
  /** One server is active, the other one is its standby, and the datacentre is read. True, or what is not so. */
  isWell(): Promise<unknown>;
  close(): Promise<void>;
}

export interface PairWorldOptions {
  /** An empty folder for everything. */
  dir: string;
  seed: number;
  speed: number;
  /** Where compiled programs are kept. */
  cache: string;
}

/** What comes before a storm is not judged, so that a busy machine has time for it. */
const OPEN_MS = 180_000;

export async function openPairWorld({ dir, seed, speed, cache }: PairWorldOptions): Promise<PairWorld> {
  const clock = stormClock(speed);
  const more = new AsyncDisposableStack();
  more.defer(() => rmSync(dir, { recursive: true, force: true }));
  try {
    const lab = await startLab({
      ...{ nodes: 1, guests: 8, seed: 3 + (seed % 5), authDelayMs: 0, clock: clock.now, calm: true },
    });
    more.defer(() => lab.stop());
    const [instance] = lab.instances;
    if (!instance) throw new Error('the lab has no instance');
    const receiver = await stormReceiver(clock.now);
    more.defer(receiver.close);
    const database = await startStormDatabase(path.join(dir, 'database'), clock);
    more.defer(database.close);
    const { user: _, password: __, ...byToken } = nodeConfig(instance);
    const hostOf = (url: string) => new URL(url).host;
    const places = { database: database.host, receiver: hostOf(receiver.url), lab: hostOf(byToken.host) };
    const server = async (name: string) => {
      const databaseUrl = database.urlFor(name);
      const started = await startStormServer({
        ...{ name, dir, clock, cache, databaseUrl, places, isDatabaseWell: database.isWell },
      });
      more.defer(started.close);
      return started;
    };
    const a = await server('belfry-a');
    await until(() => a.readyAt() > 0 || a.said(), 'the first server is active', OPEN_MS);
    const must = async (method: string, url: string, body: unknown): Promise<void> => {
      const reply = await fetch(`http://${a.host}${url}`, {
        ...{ method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
      });
      if (!reply.ok) throw new Error(`${method} ${url} answered ${reply.status}: ${await reply.text()}`);
    };
    const schedule = {
      ...{ ...factoryConfig.schedule, cooldown: 0, maxAlertsHour: 0 },
      grouping: { enabled: false, window: 30 },
    };
    const poweredOffSeverity = seed % 2 === 0 ? 'warning' : 'critical';
    const guestDefaults = { ...factoryConfig.guestDefaults, poweredOffSeverity };
    await must('PUT', '/api/alerts/config', { ...factoryConfig, guestDefaults, schedule });
    await must('POST', '/api/notifications/webhooks', { name: 'Receiver', url: receiver.url });
    await must('POST', '/api/config/nodes', { ...byToken, name: 'pair' });
    const servers = [a, await server('belfry-b')] as const;
    const observer = startObserver(a.host);
    more.defer(observer.close);
    const front = startFront(servers, clock, ({ host }) => observer.follow(host));
    more.defer(front.close);
    const world: PairWorld = {
      ...{ clock, lab, cluster: instance.name, database, servers, receiver, observer, front },
      async isWell() {
        const answers = await Promise.all(
          servers.map(({ host }) =>
            fetch(`http://${host}/api/state`, { signal: AbortSignal.timeout(5000) }).then(
              async (answer) => ({ status: answer.status, body: (await answer.json()) as State }),
              () => ({ status: 0, body: undefined }),
            ),
          ),
        );
        const active = answers.find(({ status }) => status === 200)?.body;
        const health = active?.instances[0];
        const statuses = answers.map(({ status }) => status).toSorted();
        return (statuses.join() === '200,503' && health?.health === 'healthy') || { statuses, health };
      },
      close: () => more.disposeAsync(),
    };
    await until(world.isWell, 'both servers run and the datacentre is healthy', OPEN_MS);
    await database.watch();
    return world;
  } catch (error) {
    await more.disposeAsync();
    throw error;
  }
}
