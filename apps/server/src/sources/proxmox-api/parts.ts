// Calls whose failure costs only one part of the data. The reason is reported; a refused call is not repeated for a
// while.
import type { Result } from '@belfry/domain/result';
import type { Gap } from '@belfry/schema/entities/instance';
import type { SourceError } from '@belfry/schema/messages/observation';
import type { Clock } from '../../lib/clock.ts';
import { createDenials } from './denials.ts';
import type { CallOptions, Reader } from './session.ts';

export interface PartOptions extends CallOptions {
  /**
   * The statuses of a call that this version does not have, or whose subject does not exist. The part is then not
   * reported as missing.
   */
  tolerate?: readonly number[];
  /** The privilege that the call needs, such as `Sys.Audit on /`. It is reported when the call is refused. */
  needs?: string;
}

/** The parts of one run of a poll. `part` names what is missing when the call fails, such as `node status`. */
export interface Parts {
  get(part: string, path: string, options?: PartOptions): Promise<Result<unknown, SourceError>>;
  /** Reports a missing part for another reason, such as an answer that is not a list. */
  miss(part: string, error: SourceError, needs?: string): void;
  /** One gap per part, sorted by part. If a part has several reasons, the first one is used. */
  gaps(): Gap[];
  /** The first reason that is not a missing privilege. A poll fails with it when it has no data at all. */
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
        // The part is the kind of the call. If the first calls of a kind are refused, the others are not made.
        const answer = await denials.ask(part, path, (calledOff) =>
          reader.get(path, { ...options, blameless: true, calledOff }),
        );
        if (answer.ok || answer.error.isMissing || tolerate.includes(answer.error.status ?? 0)) return answer;
        note(gapOf(part, answer.error, answer.error.kind === 'forbidden' ? needs : undefined));
        return answer;
      },
      miss: (part, error, needs) => note(gapOf(part, error, needs)),
      gaps: () => [...gaps.values()].sort((a, b) => (a.part < b.part ? -1 : 1)),
      trouble: () => gaps.values().find(({ kind }) => kind !== 'forbidden'),
    };
  };
}

export const gapOf = (part: string, { kind, message, sentence }: SourceError, needs?: string): Gap => ({
  ...{ part, kind, message },
  ...(sentence && { sentence }),
  ...(needs !== undefined && { needs }),
});

/** When a gap is all that a poll got. */
export const errorOfGap = ({ kind, message, sentence }: Gap): SourceError => ({
  ...{ kind, message },
  ...(sentence && { sentence }),
});
