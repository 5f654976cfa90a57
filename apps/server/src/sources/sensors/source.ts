// Temperatures that nodes report themselves. This source receives reports about nodes that another source polls.
import { defined } from '@belfry/domain/defined';
import { ok } from '@belfry/domain/result';
import { hottest } from '@belfry/domain/status';
import type { SensorReport } from '@belfry/schema/agent/sensors';
import type { State } from '@belfry/schema/state';
import * as z from 'zod';
import { noCalls } from '../../lib/call-counts.ts';
import { type Clock, iso, momentOf } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { type Answer, refuse } from '../../lib/refusal.ts';
import { mayReport, type Reporter, type TokenCheck, validOwner } from '../reporter.ts';
import type { Observe, SourceMemory } from '../source.ts';
import { matchNode } from './match.ts';
import { temperatureOf } from './normalize.ts';

export interface SensorsDeps {
  /** The nodes and instances that are monitored at present. */
  state(): Pick<State, 'nodes' | 'instances'>;
  observe: Observe;
  isTokenValid: TokenCheck;
  /** Stores which token reports for which node. */
  memory: SourceMemory;
  clock: Clock;
  log: Logger;
}

export type Sensors = ReturnType<typeof createSensors>;

/** The id of the token, by the id of the node. */
const Owners = z.record(z.string(), z.string());

export function createSensors({ state, observe, isTokenValid, memory, clock, log }: SensorsDeps) {
  let owners = new Map<string, string>();
  let isLoaded = false;

  const known = () => {
    if (!isLoaded) owners = new Map(Object.entries(Owners.safeParse(memory.recall()).data ?? {}));
    isLoaded = true;
    return owners;
  };
  /** If an owner could not be saved, it is unknown after a restart. */
  const claim = (nodeId: string, token: string) => {
    owners.set(nodeId, token);
    const watched = new Set(state().nodes.map(({ id }) => id));
    try {
      memory.keep(Object.fromEntries([...owners].filter(([id]) => watched.has(id))));
    } catch (err) {
      log.error({ err }, 'the token that reports the temperature of a node cannot be saved');
    }
  };

  return {
    receive(report: SensorReport, from: Reporter): Answer<{ nodeId: string; temperature: number | null }> {
      const match = matchNode(report, state(), from.site);
      if (!match.ok) return match;
      const { node, instance } = match.value;
      const owner = validOwner(known().get(node.id), isTokenValid);
      if (!mayReport(owner, from)) return refuse('conflict', { id: 'sensors.otherToken' });
      if (owner === undefined && from.token !== undefined) claim(node.id, from.token);
      const now = momentOf(clock);
      const temperature = temperatureOf(report.sensors, iso(now.at));
      observe({
        instance: {
          ...{ id: instance.id, kind: instance.kind, name: instance.name, host: instance.host },
          ...defined({ site: instance.site }),
        },
        poll: 'sensors',
        essential: false,
        everyMs: report.intervalSeconds * 1000,
        ...now,
        tookMs: 0,
        calls: noCalls,
        endpoints: instance.endpoints,
        dropped: 0,
        outcome: ok({ slices: {}, temperatures: { [node.id]: temperature } }),
      });
      return ok({ nodeId: node.id, temperature: hottest({ temperature }) ?? null });
    },
  };
}
