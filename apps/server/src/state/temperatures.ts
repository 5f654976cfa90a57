// Nodes show the temperature that they report by themselves, while the report is fresh. Another poll lists the nodes.
import type { Temperature } from '@belfry/schema/entities/node';
import type { Observation } from '@belfry/schema/messages/observation';
import type { Moment } from '../lib/clock.ts';
import type { Entities } from './entities.ts';

/** A report is too old after this many intervals without another one. */
const MISSES = 3;

export function createTemperatures() {
  const reported = new Map<string, { temperature: Temperature; until: number }>();
  return {
    /** Both return whether nodes have changed. */
    take({ outcome, monotonic, everyMs }: Observation): boolean {
      if (!outcome.ok || !outcome.value.temperatures) return false;
      for (const [id, temperature] of Object.entries(outcome.value.temperatures)) {
        reported.set(id, { temperature, until: monotonic + MISSES * everyMs });
      }
      return true;
    },
    expire({ monotonic }: Moment): boolean {
      const old = [...reported].filter(([, { until }]) => monotonic > until);
      for (const [id] of old) reported.delete(id);
      return old.length > 0;
    },
    /** The nodes, with the temperatures that they report. */
    join(nodes: Entities): Entities {
      if (reported.size === 0) return nodes;
      return nodes.map((node) => {
        const own = reported.get(node.id);
        return own ? { ...node, temperature: own.temperature } : node;
      });
    },
  };
}
