// Which lists of a state fit into one message. Browsers cannot hold a text of more than 512 MB, and most clients far less.
import { archiveNames } from '@belfry/schema/archives';
import { type Frame, textFrame } from './encoding.ts';

export const MAX_BYTES = 256 << 20;

/** Lists that can become long. They are left out before any other. */
const long = new Set<string>([...archiveNames, 'dockerHosts']);

const EMPTY = '[]'.length;

/** The names of the lists to leave out so that the rest fits: archives and containers first, of these the longest first. */
export function excess(bytes: ReadonlyMap<string, number>, most: number = MAX_BYTES): string[] {
  let total = bytes.values().reduce((sum, length) => sum + length, 0);
  const inOrder = [...bytes].sort(([a, x], [b, y]) => Number(long.has(b)) - Number(long.has(a)) || y - x);
  const names: string[] = [];
  for (const [name, length] of inOrder) {
    if (total <= most) break;
    if (length <= EMPTY) continue;
    names.push(name);
    total -= length;
  }
  return names;
}

/** Names the missing lists. A browser shows the message in its console. */
export const leftOutFrame = (names: readonly string[]): Frame =>
  textFrame({ type: 'error', data: { message: `The state is too large to send. Left out: ${names.join(', ')}.` } });

export const lengthOf = (buffers: readonly Buffer[]): number => buffers.reduce((sum, { length }) => sum + length, 0);
