// Gives the lease to the standby and measures it from outside: when the active server stopped, when the other one held, and when it answered.
import type { Lease, LeaseRow } from '../db/postgres/lease.ts';
import type { Clock } from '../lib/clock.ts';

const EVERY_MS = 50;
const LIMIT_MS = 60_000;

/** Milliseconds since the wish was written. Undefined: it was not seen. */
export interface Trial {
  /** The former server no longer answered as the active one. */
  stopped: number | undefined;
  /** Nobody held the lease. */
  free: number | undefined;
  held: number | undefined;
  /** The other one answered as the active one. */
  ready: number | undefined;
  epoch: number;
  /** From the last answer of the former to the first one of the other: nobody was active for so long. */
  blindMs: number | undefined;
}

export interface TrialDeps {
  lease: Pick<Lease, 'read' | 'ask'>;
  row: LeaseRow;
  next: { name: string; address: string };
  wish: 'planned' | 'drill';
  /** Whether the server at an address answers as the active one. */
  isReady(address: string): Promise<boolean>;
  clock: Pick<Clock, 'monotonic' | 'after'>;
}

export async function trial({ lease, row: before, next, wish, isReady, clock }: TrialDeps): Promise<Trial> {
  await lease.ask(next.name, wish);
  const begin = clock.monotonic();
  const seen: Trial = {
    ...{ stopped: undefined, free: undefined, held: undefined, ready: undefined },
    ...{ epoch: before.epoch, blindMs: undefined },
  };
  let lastReady = 0;
  const since = () => Math.round(clock.monotonic() - begin);
  while (since() < LIMIT_MS && seen.ready === undefined) {
    const [row, wasReady, nowReady] = await Promise.all([
      lease.read().catch(() => undefined),
      seen.stopped === undefined && isReady(before.address),
      isReady(next.address),
    ]);
    if (wasReady) lastReady = since();
    else seen.stopped ??= since();
    if (row && row.epoch > before.epoch) {
      seen.free ??= since();
      if (row.holder === next.name) seen.held ??= since();
      seen.epoch = row.epoch;
    } else if (row && row.left <= 0) seen.free ??= since();
    if (nowReady && seen.held !== undefined) {
      seen.ready = since();
      seen.blindMs = seen.ready - lastReady;
    }
    await new Promise<void>((done) => void clock.after(EVERY_MS, done));
  }
  return seen;
}
