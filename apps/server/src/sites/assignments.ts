// Which instances the collectors poll. Each looks like a poller of this server to the part that starts and ends pollers.
import type { NodeConfig } from '@belfry/schema/config/node';
import type { Observation } from '@belfry/schema/messages/observation';
import type { PublicKeys } from '../collect/keys.ts';
import type { StoredSite } from '../db/sites-store.ts';
import type { Clock } from '../lib/clock.ts';
import type { Epochs } from './epochs.ts';
import type { Lines } from './lines.ts';
import { keysOf } from './sites.ts';
import { observationOf } from './unheard.ts';

/** See `admin/nodes/pollers.ts`. */
interface RemotePoller {
  stop(isServerEnding: boolean): Promise<void>;
  rename(name: string): void;
  hurry(about: string): void;
  retime(): void;
}

export interface AssignmentsDeps {
  siteOf(id: string): StoredSite | undefined;
  epochs: Pick<Epochs, 'take'>;
  lines: Pick<Lines, 'assign' | 'withdraw' | 'poll' | 'isUnheard'>;
  /** Seconds between two polls, by the kind of host. */
  everyMs(type: NodeConfig['type']): number;
  callMs(): number;
  observe(observation: Observation): void;
  clock: Pick<Clock, 'every' | 'now' | 'monotonic'>;
}

type Config = NodeConfig & { id: string; site: string };

export interface Assignments {
  start(config: Config): RemotePoller;
  /** Another collector has joined the site: the instances are assigned again. */
  renew(site: string): void;
}

/** How often it is said that nothing is heard of an instance. */
const SAY_MS = 10_000;

const holderOf = (site: string, keys: PublicKeys | undefined) => `${site}/${keys?.signing ?? ''}`;

export function createAssignments(deps: AssignmentsDeps): Assignments {
  const { siteOf, epochs, lines, everyMs, callMs, observe, clock } = deps;
  const running = new Map<string, Config>();
  const epochOf = ({ id, site }: Config): number => {
    const stored = siteOf(site);
    return epochs.take(id, holderOf(site, stored && keysOf(stored)));
  };
  const assign = (all: Config) => {
    const { id, site, ...config } = all;
    const intervals = { everyMs: everyMs(config.type), callMs: callMs() };
    lines.assign(site, { id, name: config.name, config, epoch: epochOf(all), ...intervals });
  };
  return {
    start(config) {
      const { id, site } = config;
      let present = config;
      const begin = (next: Config) => {
        present = next;
        running.set(id, next);
        assign(next);
      };
      begin(config);
      let said = 0;
      const silence = clock.every(SAY_MS, () => {
        if (!lines.isUnheard(site, id)) return;
        const about = { everyMs: everyMs(present.type), siteName: siteOf(site)?.name ?? site };
        observe(observationOf({ config: present, epoch: epochOf(present), ...about }, ++said, clock));
      });
      return {
        async stop(isServerEnding) {
          running.delete(id);
          silence();
          // A line may still be open. Its collector measures on while the server is away, and is asked for that afterwards.
          if (!isServerEnding) lines.withdraw(site, id);
        },
        rename: (name) => begin({ ...present, name }),
        hurry: (about) => lines.poll(site, id, about),
        retime: () => begin(present),
      };
    },
    renew(site) {
      for (const config of running.values()) if (config.site === site) assign(config);
    },
  };
}
