// One attempt to send a message. Whatever a service does, the result is a value: it may throw, never answer, or answer nonsense.

import { OwnSentence } from '@belfry/schema/sentences/sentence';
import * as z from 'zod';
import type { Cancel, Clock } from '../../lib/clock.ts';
import { ANSWER_LIMIT_MS, type Message, type Sender, type SendResult } from '../notifier.ts';
import { ownWords } from '../own-words.ts';

const Result = z.object({
  ok: z.boolean(),
  words: z.string().catch(''),
  sentence: OwnSentence.optional(),
  status: z.exactOptional(z.number()),
  sentBytes: z.exactOptional(z.number()),
  retryAfterMs: z.exactOptional(z.number().min(0)),
  refused: z.exactOptional(z.boolean()),
  lost: z.exactOptional(z.boolean()),
});
export type AttemptResult = z.infer<typeof Result>;

export interface AttemptOptions {
  sender: Promise<Sender>;
  message: Message;
  /** When it is aborted, the server stops: the attempt has no result. */
  stopped: AbortSignal;
  clock: Pick<Clock, 'after'>;
}

export async function attempt({ sender, message, stopped, clock }: AttemptOptions): Promise<AttemptResult | undefined> {
  if (stopped.aborted) return undefined;
  const limit = new AbortController();
  let hasLeft = false;
  let stopTimer: Cancel = () => {};
  const tooLong = new Promise<SendResult>((done) => {
    stopTimer = clock.after(ANSWER_LIMIT_MS, () => {
      done({
        ok: false,
        ...ownWords({ id: 'delivery.noAnswer', values: { seconds: ANSWER_LIMIT_MS / 1000 } }),
        lost: hasLeft,
      });
      limit.abort();
    });
  });
  const isStopped = new Promise<undefined>((done) => {
    stopped.addEventListener('abort', () => done(undefined), { once: true, signal: limit.signal });
  });
  const send = async (): Promise<AttemptResult> => {
    const opened = await sender;
    hasLeft = true;
    return checked(await opened.send(message, AbortSignal.any([limit.signal, stopped])));
  };
  try {
    return await Promise.race([send().catch(failed), tooLong, isStopped]);
  } finally {
    stopTimer();
    limit.abort();
  }
}

/** It is not known how far a service came that answers nonsense. */
function checked(answer: unknown): AttemptResult {
  const found = Result.safeParse(answer);
  return found.data ?? { ok: false, ...ownWords({ id: 'delivery.nonsense' }), lost: true };
}

const failed = (error: unknown): AttemptResult => ({
  ok: false,
  words: error instanceof Error ? error.message : String(error),
});
