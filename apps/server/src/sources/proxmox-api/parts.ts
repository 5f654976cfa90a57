// Calls whose failure costs only one part of the data. The reason is reported; a refused call is not repeated for a
// while.
import type { Result } from '@belfry/domain/result';
import type { Gap } from '@belfry/schema/entities/instance';
import type { SourceError } from '@belfry/schema/messages/observation';
import type { Clock } from '../../lib/clock.ts';
import { createDenials } from './denials.ts';
import type { CallOptions, Reader } from './session.ts';

export interface PartOptions extends CallOptions {
  /** Statuses by which a host says that its version knows no such thing: no part is missing then, as when it is gone. */
  tolerate?: readonly number[];
  /** The privilege that would bring the part, told when the call is refused: `Sys.Audit on /`. */
  needs?: string;
}

/** The parts of one run of a poll. `part` names what is missing when the call fails, such as `node status`. */
export interface Parts {
  get(part: string, path: string, options?: PartOptions): Promise<Result<unknown, SourceError>>;
  /** Says that a part is missing for a reason of our own, such as an answer that is no list. */
  miss(part: string, error: SourceError, needs?: string): void;
  /** One per part, in the order of their names: the first reason counts. */
  gaps(): Gap[];
  /** The first reason that is no missing privilege: what a poll fails with when it has nothing at all to tell. */
  trouble(): SourceError | undefined;
}

export function createParts(clock: Clock, denials = createDenials(clock)): (reader: Reader) => Parts {
  return (reader) => {
    const gaps = new Map<string, Gap>();
    const note = (gap: Gap): void => {
      if (!gaps.has(gap.part)) gaps.set(gap.part, gap);
    };

    return {
      async get(part, path, { tolerate = [], needs, ...options } = {}) {
        // The part is the kind of a call: where the first of them are refused, the others are not made.
        const answer = await denials.ask(part, path, (calledOff) =>
          reader.get(path, { ...options, blameless: true, calledOff }),
        );
        if (answer.ok || answer.error.isMissing || tolerate.includes(answer.error.status ?? 0)) return answer;
        const { kind, message } = answer.error;
        note({ part, kind, message, ...(kind === 'forbidden' && needs !== undefined && { needs }) });
        return answer;
      },
      miss: (part, { kind, message }, needs) => note({ part, kind, message, ...(needs !== undefined && { needs }) }),
      gaps: () => [...gaps.values()].sort((a, b) => (a.part < b.part ? -1 : 1)),
      trouble: () => gaps.values().find(({ kind }) => kind !== 'forbidden'),
    };
  };
}
