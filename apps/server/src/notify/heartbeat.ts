// A call every minute to a service that raises an alarm when it does not come. It comes only while Belfry polls and delivers, so
// somebody else notices when Belfry cannot send messages any more.
import type { NotificationSettings } from '@belfry/schema/notifications/settings';
import type { State } from '@belfry/schema/state';
import type { Cancel, Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { pageProblem } from '../lib/outgoing/page.ts';
import { type GuardedRequest, TEST_TIMEOUT_MS } from '../lib/outgoing/request.ts';
import type { FailingPart } from '../lib/parts.ts';
import type { PassName } from '../lib/passes.ts';
import type { SendResult } from './notifier.ts';

export interface HeartbeatDeps {
  settings(): NotificationSettings['heartbeat'];
  /** Why the call must not be sent now. Undefined while all is well. */
  trouble(): string | undefined;
  request: GuardedRequest;
  clock: Clock;
  log: Pick<Logger, 'info' | 'warn'>;
}

const EVERY_MS = 60_000;
const MAX_WORDS = 500;

export type Heartbeat = ReturnType<typeof createHeartbeat>;

export function createHeartbeat({ settings, trouble, request, clock, log }: HeartbeatDeps) {
  const over = new AbortController();
  let problem: string | undefined;
  let sentAt: number | undefined;
  let cancel: Cancel = () => {};

  async function beat(): Promise<void> {
    const { enabled, url } = settings();
    if (!enabled || url === '') {
      problem = undefined;
      return;
    }
    const now = trouble() ?? (await failureOf(url));
    if (over.signal.aborted) return;
    if (now === undefined) sentAt = clock.now();
    if (now === problem) return;
    if (now === undefined) log.info('the heartbeat is sent again');
    else if (problem === undefined) log.warn({ problem: now }, 'the heartbeat is not sent');
    problem = now;
  }
  async function failureOf(url: string): Promise<string | undefined> {
    const result = await call(url);
    if (result.ok) return undefined;
    return result.status === undefined ? result.words : `The service answered HTTP ${result.status}.`;
  }
  async function call(url: string): Promise<SendResult> {
    const answer = await request({ method: 'GET', url, timeoutMs: TEST_TIMEOUT_MS, signal: over.signal });
    if (!answer.ok) return { ok: false, words: answer.error.message, sentence: answer.error.sentence };
    const { status, body } = answer.value;
    const page = pageProblem(answer.value, URL.parse(url)?.host ?? '');
    if (page && status >= 200 && status < 300) return { ok: false, words: page.message, sentence: page.sentence };
    return { ok: status >= 200 && status < 300, status, words: body.trim().slice(0, MAX_WORDS) || `HTTP ${status}` };
  }
  return {
    /** The first call comes after a minute, when the first polls have had time. */
    start() {
      cancel = clock.every(EVERY_MS, beat);
    },
    stop() {
      cancel();
      over.abort();
    },
    /** `sentAt` epoch ms. `problem`: why the last call was not sent, or not answered well. */
    state: (): { sentAt?: number; problem?: string } => ({
      ...(sentAt !== undefined && { sentAt }),
      ...(problem !== undefined && { problem }),
    }),
    /** Calls any address once, now. */
    call,
  };
}

export interface Condition {
  state: Pick<State, 'connectionHealth' | 'serverProblems'>;
  /** What Belfry should do again and again, and has not done for too long. */
  late: readonly PassName[];
  failing: readonly Pick<FailingPart, 'message'>[];
}

const lateWords: Readonly<Record<PassName, string>> = {
  poll: 'No instance has been polled for too long.',
  evaluation: 'The alerts have not been judged for more than ten seconds.',
  plan: 'Nobody has looked for more than a minute which notifications are due.',
  outbox: 'The outbox of notifications has not answered for more than a minute.',
  sampling: 'No values have been stored for more than a minute.',
};

/** Why Belfry does not work well, as a sentence. A few instances that do not answer raise alerts, and are no reason. */
export function troubleOf({ state, late, failing: parts }: Condition): string | undefined {
  const answers = Object.values(state.connectionHealth);
  // Without an instance nothing is polled.
  const missed = late.find((name) => name !== 'poll' || answers.length > 0);
  if (missed) return lateWords[missed];
  if (parts[0]) return parts[0].message;
  if (answers.length > 0 && !answers.includes(true)) return 'No instance answers.';
  const failing = Object.keys(state.serverProblems).some((key) => key.startsWith('destination:'));
  return failing ? 'A destination has not been delivered to for more than ten minutes.' : undefined;
}
