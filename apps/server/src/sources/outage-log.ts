// What the log tells of an instance that does not answer.
import type { Result } from '@belfry/domain/result';
import type { Gap } from '@belfry/schema/entities/instance';
import type { InstanceIdentity, Poll, Reading, SourceDeps, SourceError } from './source.ts';

export interface OutageLog {
  /** Whether the essential poll had a good answer last time. */
  isUp(): boolean;
  note(poll: Poll, outcome: Result<Reading, SourceError>): void;
}

/**
 * Two lines per outage, however long it lasts and whatever else goes wrong meanwhile. A poll that is not essential is
 * told of when it fails again though the instance has answered since: before, it may be the instance that is going.
 */
export function createOutageLog({ id: instance, host }: InstanceIdentity, { clock, log }: SourceDeps): OutageLog {
  const failing = new Map<Poll, { since: number; isTold: boolean }>();
  /** The refused parts of each poll that were told: a missing privilege is one line, and one when it is there. */
  const refused = new Map<Poll, ReadonlySet<string>>();
  let isUp = false;
  let answeredAt = Number.NEGATIVE_INFINITY;

  function noteFailure(poll: Poll, { kind, message }: SourceError): void {
    const known = failing.get(poll);
    const outage = known ?? { since: clock.monotonic(), isTold: false };
    failing.set(poll, outage);
    if (outage.isTold || !(poll.essential || (known && answeredAt > known.since))) return;
    outage.isTold = true;
    const words = poll.essential ? 'down' : 'partly down';
    log.warn({ instance, host, poll: poll.name, kind }, `${words}: ${message}`);
  }
  function noteSuccess(poll: Poll): void {
    const outage = failing.get(poll);
    failing.delete(poll);
    if (outage?.isTold)
      log.info({ instance, host, poll: poll.name, forMs: clock.monotonic() - outage.since }, 'up again');
  }

  function noteRefusals(poll: Poll, gaps: readonly Gap[] = []): void {
    const before = refused.get(poll) ?? new Set();
    const now = gaps.filter(({ kind }) => kind === 'forbidden');
    refused.set(poll, new Set(now.map(({ part }) => part)));
    for (const { part, message, needs } of now)
      if (!before.has(part)) log.warn({ instance, host, poll: poll.name, part, needs }, `may not be seen: ${message}`);
    for (const part of before)
      if (!refused.get(poll)?.has(part)) log.info({ instance, host, poll: poll.name, part }, 'may be seen now');
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
