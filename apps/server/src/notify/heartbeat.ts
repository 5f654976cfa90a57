// A call every minute to a service that raises an alarm when it does not come. It comes only while Belfry polls and delivers, so
// somebody else notices when Belfry cannot tell anybody any more.
import type { NotificationSettings } from '@belfry/schema/notifications/settings';
import type { State } from '@belfry/schema/state';
import type { Cancel, Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { type GuardedRequest, TEST_TIMEOUT_MS } from './request/request.ts';

export interface HeartbeatDeps {
  settings(): NotificationSettings['heartbeat'];
  /** Why it must not come now, or undefined while all is well. */
  trouble(): string | undefined;
  request: GuardedRequest;
  clock: Clock;
  log: Pick<Logger, 'info' | 'warn'>;
}

const EVERY_MS = 60_000;
const MOST_SILENT_MS = 10_000;

/** The first call comes after a minute, when the first polls have had time. */
export function startHeartbeat({ settings, trouble, request, clock, log }: HeartbeatDeps): Cancel {
  const over = new AbortController();
  let last: string | undefined;

  async function beat(): Promise<void> {
    const { enabled, url } = settings();
    if (!enabled || url === '') {
      last = undefined;
      return;
    }
    const problem = trouble() ?? (await call(url));
    if (over.signal.aborted || problem === last) return;
    if (problem === undefined) log.info('the heartbeat is sent again');
    else if (last === undefined) log.warn({ problem }, 'the heartbeat is not sent');
    last = problem;
  }
  async function call(url: string): Promise<string | undefined> {
    const answer = await request({ method: 'GET', url, timeoutMs: TEST_TIMEOUT_MS, signal: over.signal });
    if (!answer.ok) return answer.error.message;
    const { status } = answer.value;
    return status >= 200 && status < 300 ? undefined : `The service answered HTTP ${status}.`;
  }
  const stop = clock.every(EVERY_MS, beat);
  return () => {
    stop();
    over.abort();
  };
}

export interface Condition {
  state: Pick<State, 'connectionHealth' | 'serverProblems'>;
  /** Milliseconds since the last tick, which comes each second. */
  sinceTick: number;
}

/** Why Belfry does not work well, as a sentence. Some instances that do not answer are alerts, and no reason. */
export function troubleOf({ state, sinceTick }: Condition): string | undefined {
  if (sinceTick > MOST_SILENT_MS) return 'Belfry does not look at its data every second.';
  const answers = Object.values(state.connectionHealth);
  if (answers.length > 0 && !answers.includes(true)) return 'No instance answers.';
  const failing = Object.keys(state.serverProblems).some((key) => key.startsWith('destination:'));
  return failing ? 'A destination has not been delivered to for more than ten minutes.' : undefined;
}
