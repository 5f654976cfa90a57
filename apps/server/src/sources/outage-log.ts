// What the log tells of an instance that does not answer.
import type { Result } from '@belfry/domain/result';
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
  let isUp = false;
  let answeredAt = Number.NEGATIVE_INFINITY;

  function noteFailure(poll: Poll, { kind, message }: SourceError): void {
    const known = failing.get(poll);
    const outage = known ?? { since: clock.now(), isTold: false };
    failing.set(poll, outage);
    if (outage.isTold || !(poll.essential || (known && answeredAt > known.since))) return;
    outage.isTold = true;
    const words = poll.essential ? 'down' : 'partly down';
    log.warn({ instance, host, poll: poll.name, kind }, `${words}: ${message}`);
  }
  function noteSuccess(poll: Poll): void {
    const outage = failing.get(poll);
    failing.delete(poll);
    if (outage?.isTold) log.info({ instance, host, poll: poll.name, forMs: clock.now() - outage.since }, 'up again');
  }

  return {
    isUp: () => isUp,
    note(poll, outcome) {
      if (poll.essential) isUp = outcome.ok;
      if (isUp && poll.essential) answeredAt = clock.now();
      if (outcome.ok) noteSuccess(poll);
      else noteFailure(poll, outcome.error);
    },
  };
}
