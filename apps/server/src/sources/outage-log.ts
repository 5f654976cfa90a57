// The log lines about an instance that does not answer.
import type { Result } from '@belfry/domain/result';
import type { Gap } from '@belfry/schema/entities/instance';
import type { Findings, InstanceIdentity, SourceError } from '@belfry/schema/messages/observation';
import type { Poll, SourceDeps } from './source.ts';

export interface OutageLog {
  /** Whether the last run of the essential poll had a good answer. */
  isUp(): boolean;
  note(poll: Poll, outcome: Result<Findings, SourceError>): void;
}

/**
 * Writes two lines per outage, for any duration and any number of other failures. If a poll that is not essential
 * fails, its first failure is not logged, because the whole instance may be about to fail. Its next failure is logged
 * if the instance has answered in between.
 */
export function createOutageLog({ id: instance, host }: InstanceIdentity, { clock, log }: SourceDeps): OutageLog {
  const failing = new Map<Poll, { since: number; isLogged: boolean }>();
  /** By missing privilege, or by part if the privilege is not known: the polls that lack data because of it. */
  const lacking = new Map<string, Set<Poll>>();
  let isUp = false;
  let answeredAt = Number.NEGATIVE_INFINITY;

  function noteFailure(poll: Poll, { kind, message }: SourceError): void {
    const known = failing.get(poll);
    const outage = known ?? { since: clock.monotonic(), isLogged: false };
    failing.set(poll, outage);
    if (outage.isLogged || !(poll.essential || (known && answeredAt > known.since))) return;
    outage.isLogged = true;
    const words = poll.essential ? 'down' : 'partly down';
    log.warn({ instance, host, poll: poll.name, kind }, `${words}: ${message}`);
  }
  function noteSuccess(poll: Poll): void {
    const outage = failing.get(poll);
    failing.delete(poll);
    if (outage?.isLogged)
      log.info({ instance, host, poll: poll.name, forMs: clock.monotonic() - outage.since }, 'up again');
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
    isUp: () => isUp,
    note(poll, outcome) {
      if (poll.essential) isUp = outcome.ok;
      if (isUp && poll.essential) answeredAt = clock.monotonic();
      if (!outcome.ok) return noteFailure(poll, outcome.error);
      noteSuccess(poll);
      noteRefusals(poll, outcome.value.gaps);
    },
  };
}
