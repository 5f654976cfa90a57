// Keeps the lease while this server is the active one, and says at once when it is not any more. It stops by a clock of its own that goes on
// while the process is stopped, before the database would let another server begin.
import type { Fence } from '../db/postgres/fence.ts';
import { fenceStatement, type Lease, wishIn } from '../db/postgres/lease.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';

const RENEW_MS = 4000;
const AGAIN_MS = 1000;
const BEAT_MS = 1000;
/** So long after the start of its last successful renewal a server is the holder. The lease lasts three seconds longer. */
export const HOLD_MS = 9000;

/** `lost`: another server has taken it. `planned`, `drill`: this server was asked to end. */
export type Ended = 'lost' | 'planned' | 'drill';

export interface HoldingDeps {
  lease: Pick<Lease, 'renew' | 'release' | 'next'>;
  name: string;
  epoch: number;
  /** Milliseconds that never step, and go on while the process is stopped. */
  steady(): number;
  /** `steady` at the start of the call that took the lease. */
  taken: number;
  /** Called once. */
  ended(how: Ended): void;
  clock: Clock;
  log: Pick<Logger, 'info' | 'warn'>;
}

export function createHolding({ lease, name, epoch, steady, taken, ended, clock, log }: HoldingDeps) {
  let last = taken;
  let how: Ended | 'released' | undefined;
  let isAsking = false;
  let isTold = false;
  let offMs = 0;
  let cancel = () => {};

  function end(reason: Ended): void {
    if (how !== undefined) return;
    how = reason;
    cancel();
    stopBeating();
    ended(reason);
  }
  function again(ms: number): void {
    cancel();
    if (how === undefined) cancel = clock.after(ms, renew);
  }
  async function renew(): Promise<void> {
    if (isAsking || how !== undefined) return;
    isAsking = true;
    const start = steady();
    const startAt = clock.now();
    try {
      const renewed = await lease.renew(name, epoch);
      if (how !== undefined) return;
      if (!renewed) return end('lost');
      offMs = renewed.now - (startAt + (steady() - start) / 2);
      last = start;
      if (isTold) log.info({ epoch }, 'the database answers again, and this server still holds the lease');
      isTold = false;
      if (renewed.next !== '' && renewed.next !== name) return end(wishIn(renewed.wish));
      again(Math.max(0, RENEW_MS - (steady() - start)));
    } catch (error) {
      if (!isTold) log.warn({ err: error, epoch }, 'the lease could not be renewed');
      isTold = true;
      again(AGAIN_MS);
    } finally {
      isAsking = false;
    }
  }
  again(RENEW_MS);
  const isOver = (): boolean => how !== undefined;
  const isHeld = (): boolean => how === undefined && steady() - last < HOLD_MS;
  /** The timer of the next renewal stands still with the process: after a sleep it would ask up to four seconds late. */
  async function beat(): Promise<void> {
    if (isAsking || how !== undefined) return;
    if (!isHeld()) return renew();
    // An answer that does not come is the business of the next renewal.
    const next = await lease.next().catch(() => '');
    if (next !== '' && next !== name) await renew();
  }
  const stopBeating = clock.every(BEAT_MS, beat);

  const fence: Fence = {
    statement: fenceStatement(name, epoch),
    isHeld,
    isOver,
    refused: () => void renew(),
  };
  return {
    fence,
    epoch,
    isHeld,
    /** Another server holds it, or will. */
    isOver,
    /** Since the start of the last renewal. */
    ageMs: (): number => steady() - last,
    /** How far the clock of the database is ahead of the own one. */
    clockMs: (): number => offMs,
    /** Lets another server begin at once. Nothing is written any more. */
    async release(): Promise<void> {
      cancel();
      stopBeating();
      const before = how;
      how ??= 'released';
      if (before === undefined || before === 'planned') await lease.release(name, epoch);
    },
  };
}
