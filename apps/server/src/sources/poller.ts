// The one runner of polls: start, rhythm, deadline, backoff and the log lines of an outage. Sources know none of it.
import { backoffMs } from '@belfry/domain/backoff';
import { fail, type Result } from '@belfry/domain/result';
import type { Findings, SourceError } from '@belfry/schema/messages/observation';
import { noCalls, sumOfCalls } from '../lib/call-counts.ts';
import { type Cancel, type Clock, type Moment, momentOf } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { countDropped } from './dropped.ts';
import { createOutageLog } from './outage-log.ts';
import type { Observe, Poll, Source } from './source.ts';

export interface PollingDeps {
  clock: Clock;
  /** 0 ≤ x < 1, such as Math.random. */
  random(): number;
  observe: Observe;
  log: Logger;
  /** How often the essential poll runs, ms; the others not more often than that. Unset: as the source says. */
  everyMs?(): number;
  /** How many other instances are watched. Default: many. */
  neighbours?: number;
}
export interface Polling {
  /** Ends all timers and calls; nothing is observed any more. */
  stop(): Promise<void>;
  /** The instance has another name. No poll runs because of it. */
  rename(name: string): void;
  /** `everyMs` has changed: what waits for longer than that now runs sooner. */
  retime(): void;
}

interface Waiting {
  cancel: Cancel;
  /** On the monotonic clock. */
  since: number;
  ms: number;
  failures: number;
}

/** Hosts configured together are not all asked in the same moment; a single one does not wait. */
const START_SPREAD_MS = 2000;
const SPREAD_PER_NEIGHBOUR_MS = 250;
const FIRST_RETRY_MS = 10_000;
export const BACKOFF_CAP_MS = 60_000;
/** The other polls build on what the essential one knows, and wait for its first good answer: they look this often. */
const WAIT_MS = 2000;
const SHORT_SLEEP_MS = 2000;

/**
 * After the first, second, third … failure in a row: ten seconds, twice that, … up to a minute, or up to the usual pause
 * of a slower poll, which must not keep a passing trouble on the screen for that long. Up to a fifth less.
 */
export const pauseMs = (everyMs: number, failures: number, random: number): number =>
  backoffMs(failures, Math.min(everyMs, FIRST_RETRY_MS), Math.max(BACKOFF_CAP_MS, everyMs)) * (1 - random / 5);

export function startPolling(source: Source, deps: PollingDeps): Polling {
  const { clock, log } = deps;
  const over = new AbortController();
  const waiting = new Map<Poll, Waiting>();
  const { id: instance, host } = source.instance;
  const outage = createOutageLog(source.instance, deps);
  /** Of runs that were not observed. */
  let unobserved = noCalls;

  const paceOf = ({ essential, everyMs }: Poll): number => {
    const wanted = deps.everyMs?.() ?? everyMs;
    return essential ? wanted : Math.max(everyMs, wanted);
  };
  const schedule = (poll: Poll, ms: number, failures: number): void => {
    if (over.signal.aborted) return;
    const cancel = clock.after(ms, () => {
      waiting.delete(poll);
      return turn(poll, failures);
    });
    waiting.set(poll, { cancel, since: clock.monotonic(), ms, failures });
  };

  /** The next turn is set when this one has ended, so a poll never overlaps itself; and however it ended. */
  async function turn(poll: Poll, failuresBefore: number): Promise<void> {
    let next = { ms: poll.everyMs, failures: failuresBefore };
    try {
      next = await take(poll, failuresBefore);
    } finally {
      schedule(poll, next.ms, next.failures);
    }
  }

  /** One turn of one poll; resolves to when the next is due. */
  async function take(poll: Poll, failuresBefore: number): Promise<{ ms: number; failures: number }> {
    if (!poll.essential && !outage.isUp()) return { ms: Math.min(paceOf(poll), WAIT_MS), failures: failuresBefore };
    const start = momentOf(clock);
    const deadline = new AbortController();
    const run = AbortSignal.any([deadline.signal, over.signal]);
    const { value: outcome, dropped } = await countDropped(() => runOnce(poll, run, deadline));
    if (over.signal.aborted) return { ms: 0, failures: 0 };
    const end = momentOf(clock);
    unobserved = sumOfCalls(unobserved, source.calls(run));
    // Calls that were under way during a sleep fail; that says nothing about the host.
    if (!outcome.ok && sleptMs(start, end) > SHORT_SLEEP_MS) return { ms: 0, failures: failuresBefore };
    const tookMs = end.monotonic - start.monotonic;
    const { name, essential } = poll;
    // What is done for all polls, such as a login, is part of the essential one.
    const calls = essential ? sumOfCalls(unobserved, source.calls()) : unobserved;
    unobserved = noCalls;
    const everyMs = paceOf(poll);
    const endpoints = source.endpoints();
    deps.observe({
      instance: source.instance,
      poll: name,
      essential,
      everyMs,
      ...end,
      tookMs,
      calls,
      endpoints,
      dropped,
      outcome,
    });
    outage.note(poll, outcome);
    const failures = outcome.ok ? 0 : failuresBefore + 1;
    const pause = outcome.ok ? nextBeat(everyMs, tookMs) : pauseMs(everyMs, failures, deps.random());
    return { ms: pause, failures };
  }

  async function runOnce(
    poll: Poll,
    run: AbortSignal,
    deadline: AbortController,
  ): Promise<Result<Findings, SourceError>> {
    const late: SourceError = {
      kind: 'timeout',
      message: `${host}: no complete answer within ${poll.timeoutMs / 1000} s.`,
    };
    let cancel: Cancel = () => {};
    const timeUp = new Promise<Result<Findings, SourceError>>((done) => {
      cancel = clock.after(poll.timeoutMs, () => {
        deadline.abort();
        done(fail(late));
      });
    });
    try {
      return await Promise.race([poll.run(run), timeUp]);
    } catch (error) {
      log.error({ instance, poll: poll.name, err: error }, 'a poll threw; this is a defect of ours');
      return fail({ kind: 'bad-payload', message: `${host}: the answer to "${poll.name}" could not be read.` });
    } finally {
      cancel();
    }
  }

  const { neighbours = Number.POSITIVE_INFINITY } = deps;
  const essentialMs = Math.min(START_SPREAD_MS, neighbours * SPREAD_PER_NEIGHBOUR_MS);
  for (const poll of source.polls) schedule(poll, deps.random() * (poll.essential ? essentialMs : START_SPREAD_MS), 0);
  return {
    async stop() {
      over.abort();
      for (const { cancel } of waiting.values()) cancel();
      await source.close();
    },
    rename: source.rename,
    retime() {
      for (const [poll, { cancel, since, ms, failures }] of waiting) {
        const pace = paceOf(poll);
        // a pause after a failure is not ours to cut short
        if (ms <= pace || failures > 0) continue;
        cancel();
        schedule(poll, Math.max(0, since + pace - clock.monotonic()), failures);
      }
    },
  };
}

/** How much more time the wall clock shows than the process ran: it slept, or somebody stepped the clock. */
const sleptMs = (start: Moment, end: Moment): number => end.at - start.at - (end.monotonic - start.monotonic);

/** Beats are counted from the start of a turn; one that took longer than a beat misses it instead of rushing after. */
const nextBeat = (everyMs: number, tookMs: number): number => everyMs - (tookMs % everyMs);
