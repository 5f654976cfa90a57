// The log lines about an instance that does not answer.
import type { Result } from '@belfry/domain/result';
import type { Gap } from '@belfry/schema/entities/instance';
import type { Findings, InstanceIdentity, SourceError } from '@belfry/schema/messages/observation';
import type { Poll, SourceDeps } from './source.ts';

/** A poll that fails again within this time after it was up again comes and goes, and its changes are not logged. */
const STEADY_MS = 600_000;

interface Outage {
  since: number;
  isLogged: boolean;
}

/** The outages of a poll that comes and goes. `since`: the last change. */
interface Flapping {
  since: number;
  /** Of outages that were not logged. 0: it does not come and go so far. */
  outages: number;
}

/**
 * Writes two lines per outage, for any duration and any number of other failures. If a poll that is not essential
 * fails, its first failure is not logged, because the whole instance may be about to fail. Its next failure is logged
 * if the instance has answered in between. A poll that comes and goes has one line when that is noticed, and one when it
 * has been steady for ten minutes.
 */
export function createOutageLog({ id: instance, host }: InstanceIdentity, { clock, log }: SourceDeps) {
  const failing = new Map<Poll, Outage>();
  const flapping = new Map<Poll, Flapping>();
  /** By missing privilege, or by part if the privilege is not known: the polls that lack data because of it. */
  const lacking = new Map<string, Set<Poll>>();
  let isUp = false;
  let answeredAt = Number.NEGATIVE_INFINITY;

  function noteFailure(poll: Poll, { kind, message }: SourceError): void {
    const known = failing.get(poll);
    const outage = known ?? { since: clock.monotonic(), isLogged: false };
    failing.set(poll, outage);
    if (outage.isLogged || !(poll.essential || (known && answeredAt > known.since))) return;
    const words = poll.essential ? 'down' : 'partly down';
    const line = (text: string) => log.warn({ instance, host, poll: poll.name, kind }, `${text}: ${message}`);
    const flaps = flapping.get(poll);
    if (flaps && clock.monotonic() - flaps.since < STEADY_MS) {
      if (!known && flaps.outages++ === 0) line(`${words} again, and not logged again until it is steady`);
      if (!known) flaps.since = clock.monotonic();
      return;
    }
    flapping.delete(poll);
    outage.isLogged = true;
    line(words);
  }
  function noteSuccess(poll: Poll): void {
    const outage = failing.get(poll);
    failing.delete(poll);
    const now = clock.monotonic();
    const flaps = flapping.get(poll);
    if (outage?.isLogged) {
      flapping.set(poll, { since: now, outages: 0 });
      log.info({ instance, host, poll: poll.name, forMs: now - outage.since }, 'up again');
    } else if (flaps && outage) flaps.since = now;
    else if (flaps && now - flaps.since >= STEADY_MS) {
      flapping.delete(poll);
      if (flaps.outages > 0) log.info({ instance, host, poll: poll.name, outages: flaps.outages }, 'steady again');
    }
  }

  /** Logs one line for all data that a missing privilege hides, and one line when the account may see it again. */
  function noteRefusals(poll: Poll, gaps: readonly Gap[] = []): void {
    const now = Map.groupBy(
      gaps.filter(({ kind }) => kind === 'forbidden'),
      ({ part, needs }) => needs?.split(' ')[0] ?? part,
    );
    for (const [privilege, [first]] of now) {
      const polls = lacking.get(privilege) ?? new Set();
      lacking.set(privilege, polls);
      if (polls.size === 0)
        log.warn(
          { instance, host, poll: poll.name, part: first?.part, needs: first?.needs },
          `may not be seen: ${first?.message}`,
        );
      polls.add(poll);
    }
    for (const [privilege, polls] of lacking) {
      if (now.has(privilege) || !polls.delete(poll) || polls.size > 0) continue;
      log.info({ instance, host, poll: poll.name, privilege }, 'may be seen now');
    }
  }

  return {
    /** Whether the last run of the essential poll had a good answer. */
    isUp: (): boolean => isUp,
    note(poll: Poll, outcome: Result<Findings, SourceError>) {
      if (poll.essential) isUp = outcome.ok;
      if (isUp && poll.essential) answeredAt = clock.monotonic();
      if (!outcome.ok) return noteFailure(poll, outcome.error);
      noteSuccess(poll);
      noteRefusals(poll, outcome.value.gaps);
    },
  };
}
