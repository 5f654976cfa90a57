// A restore test in words.
import type { ShownDrill } from '@belfry/schema/http/drills';
import { formatDuration } from '../../lib/language/format.ts';
import type { DotState } from '../../ui/dot.tsx';
import { messages } from './messages.ts';

const dots: Readonly<Record<ShownDrill['state'], DotState>> = {
  ...{ waiting: 'wait', restoring: 'wait', restored: 'wait', running: 'wait' },
  ...{ passed: 'ok', done: 'ok', refused: 'crit', aborted: 'off' },
};

export const dotOf = ({ state }: ShownDrill): DotState => dots[state];

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** "10m 20s": seconds matter, because a recovery is measured. */
const exact = (ms: number): string =>
  ms < MINUTE_MS || ms >= HOUR_MS ? formatDuration(ms) : `${formatDuration(ms)} ${formatDuration(ms % MINUTE_MS)}`;

/** Undefined until everything was seen. */
export function tookText({ restoreMs, isAtMost }: ShownDrill): string | undefined {
  if (restoreMs === undefined) return undefined;
  const duration = exact(restoreMs);
  return isAtMost ? messages.atMost(duration) : duration;
}

export function headlineOf(drill: ShownDrill): string {
  const took = tookText(drill);
  if (drill.state === 'refused') return messages.refusedOf(drill.name);
  if (drill.state === 'aborted') return messages.abortedOf(drill.name);
  return took === undefined ? messages.notYet(drill.name) : messages.headline(drill.name, took);
}

/** Undefined when a text is not a list of ports. */
export function portsIn(text: string): number[] | undefined {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  const ports = words.map(Number);
  return ports.every((port) => Number.isInteger(port) && port >= 1 && port <= 65_535) ? ports : undefined;
}

/** The ids of what has these names, divided by commas; without `known` the names themselves. Undefined: one of them is not known. */
export function namesIn(
  text: string,
  known: readonly { id: string; name: string }[] | undefined,
): string[] | undefined {
  const words = text.split(',').flatMap((word) => word.trim() || []);
  const ids = known ? words.map((word) => known.find(({ id, name }) => id === word || name === word)?.id) : words;
  return ids.includes(undefined) ? undefined : (ids as string[]);
}
