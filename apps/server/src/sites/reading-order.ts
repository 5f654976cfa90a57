// The messages of all lines are read in turns, and between two turns everything else is done. When a server starts, a hundred sites say all
// that they have at the same time: one after another then, and short messages before long ones.
import type { Clock } from '../lib/clock.ts';

/** A turn begins no more after this time. */
const TURN_MS = 20;
/** Compressed bytes. What changed in 1,000 guests has fewer; everything about them has more. One of these is read in a turn. */
const LONG_BYTES = 32 << 10;

interface Reading {
  /** Compressed bytes of the message. */
  bytes: number;
  read(): void;
}

export interface ReadingOrder {
  /** Reads at once where nothing waits, otherwise in a later turn, and says so with false. The messages of one line stay in their order. */
  take(line: object, reading: Reading): boolean;
  isWaiting(line: object): boolean;
  /** What still waits of this line is never read. */
  leave(line: object): void;
}

export function createReadingOrder(clock: Pick<Clock, 'monotonic' | 'after'>): ReadingOrder {
  const waiting = new Map<object, Reading[]>();
  let isOpen = false;
  let until = 0;
  let hadLong = false;
  const begin = () => {
    [isOpen, hadLong, until] = [true, false, clock.monotonic() + TURN_MS];
    // Set first: what throws ends this turn only.
    clock.after(0, next);
  };
  const mayRead = ({ bytes }: Reading): boolean =>
    bytes > LONG_BYTES ? !hadLong : !hadLong && clock.monotonic() < until;
  const read = (reading: Reading) => {
    hadLong ||= reading.bytes > LONG_BYTES;
    reading.read();
  };
  const readOf = (line: object, readings: Reading[]) => {
    const reading = readings.shift();
    // The line comes after all others next time.
    waiting.delete(line);
    if (readings.length > 0) waiting.set(line, readings);
    if (reading) read(reading);
  };
  const isLong = ([first]: readonly Reading[]): boolean => first !== undefined && first.bytes > LONG_BYTES;

  function next(): void {
    isOpen = false;
    if (waiting.size === 0) return;
    begin();
    for (const [line, readings] of [...waiting])
      if (!isLong(readings) && clock.monotonic() < until) readOf(line, readings);
    const long = waiting.entries().find(([, readings]) => isLong(readings));
    if (long) readOf(...long);
  }

  return {
    take(line, reading) {
      if (!isOpen) begin();
      const own = waiting.get(line);
      if (!own && waiting.size === 0 && mayRead(reading)) {
        read(reading);
        return true;
      }
      waiting.set(line, [...(own ?? []), reading]);
      return false;
    },
    isWaiting: (line) => waiting.has(line),
    leave: (line) => void waiting.delete(line),
  };
}
