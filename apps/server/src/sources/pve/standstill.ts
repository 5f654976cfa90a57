// Whether the figures of a node still move. On each node pvestatd sends them to the whole cluster, every ten seconds. When it hangs
// (a network storage that does not answer is the usual reason), the list has the last figures for five minutes more, and then none.
import { iso } from '../../lib/clock.ts';
import type { NodeRow } from './payloads.ts';

/**
 * The last figures of a node: its `uptime` in the list, first seen `at` (epoch ms). `own`: the uptime that the node itself said
 * first after that. `isStill`: the node goes on, its figures do not.
 */
interface Pulse {
  readonly uptime: number;
  readonly at: number;
  readonly own?: number;
  readonly isStill: boolean;
}
/** By node. Without those that are offline, and those whose figures may not be read. */
export type Pulses = ReadonlyMap<string, Pulse>;

/** A slow storage delays a round of pvestatd by a minute now and then. */
const STILL_S = 90;

/** `now` in epoch ms. */
export const pulsesOf = (before: Pulses, rows: readonly NodeRow[], now: number): Pulses =>
  new Map(
    rows.flatMap((row): [string, Pulse][] => {
      const known = before.get(row.name);
      if (lacksFigures(row)) return known ? [[row.name, { ...known, isStill: true }]] : [];
      if (row.status !== 'online' || row.uptime === undefined) return [];
      return [[row.name, known?.uptime === row.uptime ? known : { uptime: row.uptime, at: now, isStill: false }]];
    }),
  );

/** The node itself was asked. Only a clock that goes on shows that figures stand still. */
export function withOwn(pulses: Pulses, node: string, own: number): Pulses {
  const known = pulses.get(node);
  if (!known || known.isStill) return pulses;
  if (known.own === undefined || own < known.own) return new Map(pulses).set(node, { ...known, own });
  return own - known.own < STILL_S ? pulses : new Map(pulses).set(node, { ...known, isStill: true });
}

/** The time of the last figures (ISO) while they stand still. */
export function stillSince(pulses: Pulses, node: string): string | undefined {
  const known = pulses.get(node);
  return known?.isStill ? iso(known.at) : undefined;
}

/** A node that is not offline, and of which nobody sends figures. */
export const lacksFigures = ({ status, uptime }: NodeRow): boolean => status === 'unknown' && uptime === undefined;
