// Calls of machines of the site that this collector passes on: reports of Docker agents and of nodes, pushes of Proxmox, and what a setup
// script asks. Without a line the newest report of each caller is kept for a short time, and nothing else.
import { randomUUID } from 'node:crypto';
import type { CollectDown } from '@belfry/schema/collect/down';
import { passedOn } from '@belfry/schema/collect/passed-on';
import type { CollectUp } from '@belfry/schema/collect/up';
import type { Clock } from '../lib/clock.ts';

type Sent = Extract<CollectUp, { type: 'call' }>;
export type Call = Omit<Sent, 'type' | 'id'>;
type Reply = Extract<CollectDown, { type: 'reply' }>;

/**
 * kept: it is passed on when there is a line again. no line: it was dropped. full: it was dropped, because enough is kept. no answer: the
 * server has it, and did not answer in time.
 */
export type Passed = Reply | 'kept' | 'no line' | 'full' | 'no answer';

export interface CallsDeps {
  /** Undefined while there is no line, or one that has enough to carry. */
  send(): ((call: Sent) => void) | undefined;
  clock: Clock;
}

export interface Calls {
  /** `from`: the address of the caller. `about`: which reporter of that address it is. */
  pass(call: Call, from: string, about: string): Promise<Passed>;
  answered(reply: Reply): void;
  /** The oldest call that is kept and still true. */
  next(): Sent | undefined;
  count(): number;
}

/** An agent waits for 15 s. */
export const ANSWER_MS = 12_000;
/** What is older is no longer true, and its caller has sent a newer one. */
const MAX_AGE_MS = 120_000;
const MAX_KEPT = 500;
const MAX_KEPT_BYTES = 32 << 20;
/** One address: some engines on one machine, or some nodes behind one router. */
const MAX_PER_ADDRESS = 16;
const MAX_UNANSWERED = 200;

interface Kept {
  call: Sent;
  from: string;
  /** On the monotonic clock. */
  since: number;
}

export function createCalls({ send, clock }: CallsDeps): Calls {
  const unanswered = new Map<string, (reply: Reply) => void>();
  const kept = new Map<string, Kept>();
  const isOld = ({ since }: Kept) => clock.monotonic() - since > MAX_AGE_MS;

  function keep(call: Sent, from: string, about: string): Passed {
    // Who waits for the answer of a script asks again.
    if (passedOn[call.what].access !== 'agent') return 'no line';
    for (const [key, each] of kept) if (isOld(each)) kept.delete(key);
    const key = JSON.stringify([call.what, call.params, call.token, from, about]);
    const others = [...kept].filter(([other]) => other !== key).map(([, each]) => each);
    const bytes = others.reduce((sum, { call: { body } }) => sum + body.length, call.body.length);
    const ofAddress = others.filter((each) => each.from === from).length;
    if (others.length >= MAX_KEPT || bytes > MAX_KEPT_BYTES || ofAddress >= MAX_PER_ADDRESS) return 'full';
    kept.set(key, { call, from, since: clock.monotonic() });
    return 'kept';
  }

  return {
    async pass(given, from, about) {
      const call: Sent = { type: 'call', id: randomUUID(), ...given };
      const sendNow = unanswered.size < MAX_UNANSWERED ? send() : undefined;
      if (!sendNow) return keep(call, from, about);
      return new Promise((done) => {
        const end = (passed: Passed) => {
          cancel();
          unanswered.delete(call.id);
          done(passed);
        };
        const cancel = clock.after(ANSWER_MS, () => end('no answer'));
        unanswered.set(call.id, end);
        sendNow(call);
      });
    },
    answered: (reply) => unanswered.get(reply.id)?.(reply),
    next() {
      for (const [key, each] of kept) {
        kept.delete(key);
        if (!isOld(each)) return each.call;
      }
      return undefined;
    },
    count: () => kept.size,
  };
}
