// Runs the polls of a source: start, interval, deadline, backoff, and the log lines of an outage. A source implements
// none of this.
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
  /**
   * How often the essential poll runs, in ms. The other polls do not run more often. Default: the interval of the poll.
   */
  everyMs?(): number;
  /** The number of other monitored instances. Default: unlimited. */
  neighbours?: number;
}
export type Polling = ReturnType<typeof startPolling>;

interface Waiting {
  cancel: Cancel;
  /** On the monotonic clock. */
  since: number;
  ms: number;
  failures: number;
}

/** Hosts that were configured together are not all called at the same moment. A single host is called at once. */
const START_SPREAD_MS = 2000;
const SPREAD_PER_NEIGHBOUR_MS = 250;
const FIRST_RETRY_MS = 10_000;
export const BACKOFF_CAP_MS = 60_000;
/**
 * The other polls need the result of the essential one. Until its first good answer they check again after this time.
 */
const WAIT_MS = 2000;
const SHORT_SLEEP_MS = 2000;

/**
 * The pause after the first, second, third … failure in a row: ten seconds, then twice as long each time, up to one
 * minute. A slower poll pauses for up to its usual interval. A short failure must not stay on the screen for longer.
 * The pause is shortened by up to a fifth at random.
 */
export const pauseMs = (everyMs: number, failures: number, random: number): number =>
  backoffMs(failures, Math.min(everyMs, FIRST_RETRY_MS), Math.max(BACKOFF_CAP_MS, everyMs)) * (1 - random / 5);

export function startPolling(source: Source, deps: PollingDeps) {
  const { clock, log } = deps;
  const over = new AbortController();
  const waiting = new Map<Poll, Waiting>();
  /** Polls that run once more when their present run has ended, because it may have read too early. */
  const again = new Set<Poll>();
  const { id: instance, host } = source.instance;
  const outage = createOutageLog(source.instance, deps);
  /** Calls of runs that made no observation. */
  let unobserved = noCalls;

  const paceOf = ({ essential, everyMs }: Poll): number => {
    const wanted = deps.everyMs?.() ?? everyMs;
    return essential ? wanted : Math.max(everyMs, wanted);
  };
  const schedule = (poll: Poll, ms: number, failures: number): void => {
    if (over.signal.aborted) return;
    const cancel = clock.after(ms, () => {
      waiting.delete(poll);
      return runAndReschedule(poll, failures);
    });
    waiting.set(poll, { cancel, since: clock.monotonic(), ms, failures });
  };

  /** The next run is set when this one has ended, whatever its result, so a poll never overlaps itself. */
  async function runAndReschedule(poll: Poll, failuresBefore: number): Promise<void> {
    let next = { ms: poll.everyMs, failures: failuresBefore };
    try {
      next = await observeOnce(poll, failuresBefore);
    } finally {
      schedule(poll, again.delete(poll) ? 0 : next.ms, next.failures);
    }
  }

  /** One run of one poll and its observation. Returns the pause before the next run. */
  async function observeOnce(poll: Poll, failuresBefore: number): Promise<{ ms: number; failures: number }> {
    if (!poll.essential && !outage.isUp()) return { ms: Math.min(paceOf(poll), WAIT_MS), failures: failuresBefore };
    const start = momentOf(clock);
    const deadline = new AbortController();
    const run = AbortSignal.any([deadline.signal, over.signal]);
    const { value: outcome, dropped } = await countDropped(() => runOnce(poll, run, deadline));
    if (over.signal.aborted) return { ms: 0, failures: 0 };
    const end = momentOf(clock);
    unobserved = sumOfCalls(unobserved, source.calls(run));
    // Calls fail if the machine slept during the call. Such a failure is not a fault of the host.
    if (!outcome.ok && sleptMs(start, end) > SHORT_SLEEP_MS) return { ms: 0, failures: failuresBefore };
    const tookMs = end.monotonic - start.monotonic;
    const { name, essential } = poll;
    // Calls for all polls together, such as a login, are counted for the essential poll.
    const calls = essential ? sumOfCalls(unobserved, source.calls()) : unobserved;
    unobserved = noCalls;
    const everyMs = paceOf(poll);
    const endpoints = source.endpoints();
    outage.note(poll, outcome);
    const counts = { tookMs, calls, endpoints, dropped };
    emit({ instance: source.instance, poll: name, essential, everyMs, ...end, ...counts, outcome });
    const failures = outcome.ok ? 0 : failuresBefore + 1;
    const pause = outcome.ok ? untilNextStart(everyMs, tookMs) : pauseMs(everyMs, failures, deps.random());
    return { ms: pause, failures };
  }

  /** What is thrown there ends neither this poll nor the others of the instance. */
  function emit(observation: Parameters<Observe>[0]): void {
    try {
      deps.observe(observation);
    } catch (error) {
      log.error(
        { instance, poll: observation.poll, err: error },
        'an observation was not taken; this is a defect of ours',
      );
    }
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
    /** Ends all timers and calls. Nothing is observed after this. */
    async stop() {
      over.abort();
      for (const { cancel } of waiting.values()) cancel();
      await source.close();
    },
    /** The instance has a new name. The schedule of the polls does not change. */
    rename: source.rename,
    /**
     * The host said that something of this type has happened: the polls that read it run at once. For an unknown type, all polls that any
     * type makes run.
     */
    hurry(type: string) {
      const pushed = source.polls.filter(({ pushedBy }) => pushedBy !== undefined);
      const meant = pushed.filter(({ pushedBy }) => pushedBy?.includes(type));
      for (const poll of meant.length > 0 ? meant : pushed) {
        const waits = waiting.get(poll);
        if (!waits) again.add(poll);
        waits?.cancel();
        if (waits) schedule(poll, 0, waits.failures);
      }
    },
    /** `everyMs` has changed. A poll that waits for longer than that runs sooner. */
    retime() {
      for (const [poll, { cancel, since, ms, failures }] of waiting) {
        const pace = paceOf(poll);
        // The pause after a failure is not shortened.
        if (ms <= pace || failures > 0) continue;
        cancel();
        schedule(poll, Math.max(0, since + pace - clock.monotonic()), failures);
      }
    },
  };
}

/** The time by which the wall clock advanced more than the monotonic clock: the machine slept, or the clock was set. */
const sleptMs = (start: Moment, end: Moment): number => end.at - start.at - (end.monotonic - start.monotonic);

/** Runs start at fixed intervals. After a run that took longer than an interval, the missed starts are skipped. */
const untilNextStart = (everyMs: number, tookMs: number): number => everyMs - (tookMs % everyMs);
