// A standby: it looks at the lease until it may take it, and knows who has it.
import { english } from '@belfry/domain/sentences/english';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { type Lease, type LeaseRow, type Reason, type ServerFacts, wishIn } from '../db/postgres/lease.ts';
import { reasonOf } from '../db/postgres/trouble.ts';
import type { StoreError } from '../db/store-error.ts';
import type { Cancel, Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';

const LOOK_MS = 1000;
/** While it is about to take the lease. */
const SOON_MS = 100;
const GREET_MS = 20_000;
/** A lease that nobody has renewed for so long may be taken, whatever the clock of the database says. */
const FROZEN_MS = 15_000;
/** So long after its end a lease is kept for the server that was named. `take` judges it. */
const GIVEN_UP_S = 12;

interface Active {
  name: string;
  address: string;
  /** Epoch ms. */
  since: number;
}

/** `active`: undefined while nobody is. `trouble`: why this server could not be active now. */
export interface Standing {
  active: Active | undefined;
  trouble: Sentence | undefined;
}

/** `taken`: on the steady clock, at the start of the call that took it. */
export interface Lead {
  epoch: number;
  taken: number;
}

export interface WaitingDeps {
  lease: Pick<Lease, 'read' | 'take' | 'greet'>;
  own: ServerFacts;
  /** Why this server could not use the database. */
  whyUnusable(): Promise<StoreError | undefined>;
  steady(): number;
  clock: Pick<Clock, 'after'>;
  log: Pick<Logger, 'info' | 'warn'>;
}

export function createWaiting({ lease, own, whyUnusable, steady, clock, log }: WaitingDeps) {
  let standing: Standing = { active: undefined, trouble: undefined };
  let greeted = Number.NEGATIVE_INFINITY;
  /** The last change of the lease that this server saw. */
  let seen: { row: LeaseRow; at: number } | undefined;
  let isFirst = true;
  let isStopped = false;
  let wake: () => void = () => {};
  let cancel: Cancel = () => {};

  function trouble(now: Sentence | undefined, active = standing.active): void {
    const words = now && english(now);
    if (words !== undefined && words !== (standing.trouble && english(standing.trouble)))
      log.warn({ reason: words }, 'this standby could not take over now');
    standing = { active, trouble: now };
  }

  /** The lease, if it could be taken. */
  async function look(): Promise<{ lead?: Lead; nextMs: number }> {
    const row = await lease.read();
    if (!row) throw new Error('the row of the lease is missing');
    if (!seen || seen.row.epoch !== row.epoch || seen.row.renewals !== row.renewals) seen = { row, at: steady() };
    const isFrozen = steady() - seen.at > FROZEN_MS;
    if (steady() - greeted >= GREET_MS) {
      await lease.greet(own);
      greeted = steady();
    }
    const { holder: name, address, since, left } = row;
    const active = left > 0 && row.id !== own.id ? { name, address, since } : undefined;
    if (active && !isFrozen) {
      trouble(undefined, active);
      isFirst = false;
      return { nextMs: row.next === own.name ? SOON_MS : Math.min(LOOK_MS, Math.max(SOON_MS, left * 1000)) };
    }
    if (!['', own.name].includes(row.next) && left > -GIVEN_UP_S) {
      trouble(undefined, active);
      return { nextMs: LOOK_MS };
    }
    const refusal = await whyUnusable();
    trouble(refusal && (refusal.sentence ?? { id: 'words', values: { words: refusal.message } }), active);
    if (refusal) return { nextMs: LOOK_MS };
    const taken = steady();
    const epoch = await lease.take(own, reasonFor(row), isFrozen ? seen.row : undefined);
    isFirst = false;
    return epoch === undefined ? { nextMs: SOON_MS } : { lead: { epoch, taken }, nextMs: 0 };
  }
  const reasonFor = (row: LeaseRow): Reason => {
    if (row.next === own.name) return wishIn(row.wish);
    return isFirst || row.id === own.id ? 'start' : 'takeover';
  };
  async function once(): Promise<{ lead?: Lead; nextMs: number }> {
    try {
      return await look();
    } catch (error) {
      const reason = reasonOf(error) ?? { id: 'words', values: { words: String(error) } };
      trouble({ id: 'servers.silent', values: { reason } });
      return { nextMs: LOOK_MS };
    }
  }
  return {
    standing: (): Standing => standing,
    /** The lease at once, if it is free. */
    first: async (): Promise<Lead | undefined> => (await once()).lead,
    /** Undefined: it was stopped before. */
    async lead(): Promise<Lead | undefined> {
      while (!isStopped) {
        const { lead, nextMs } = await once();
        if (lead) return lead;
        await new Promise<void>((done) => {
          if (isStopped) return done();
          wake = done;
          cancel = clock.after(nextMs, done);
        });
      }
      return undefined;
    },
    stop(): void {
      isStopped = true;
      cancel();
      wake();
    },
  };
}
