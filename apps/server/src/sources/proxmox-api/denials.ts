// Calls that the account may not make: a refused call is not repeated for a while, and after a few refusals of one kind
// the whole kind is not.
import { fail, type Result } from '@belfry/domain/result';
import type { SourceError } from '@belfry/schema/messages/observation';
import type { Clock } from '../../lib/clock.ts';

/** A privilege is not granted between two polls: asking every time would only fill the host's log. */
export const REFUSED_REST_MS = 600_000;
/** Where its whole kind is left alone, a refused call waits for longer: others of the kind have their turn before. */
const LONG_REST_MS = 3_600_000;
/** So many refusals of one kind, and no answer, tell what all others of the kind would get. */
export const ENOUGH = 3;

/** Sends the call, unless it is called off while it waits for its place. */
type Send = (calledOff: AbortSignal) => Promise<Result<unknown, SourceError>>;

export interface Denials {
  /** The answer, or the refusal on which this call or its whole kind rests. */
  ask(kind: string, path: string, send: Send): Promise<Result<unknown, SourceError>>;
  /** Whether anything is left alone at present. */
  any(): boolean;
  /** The account's privileges have changed: everything is asked again. */
  forget(): void;
  /** How often everything was forgotten. */
  era(): number;
}

/** `until` in ms of the monotonic clock. */
interface Rest {
  error: SourceError;
  until: number;
}
interface Kind {
  refused: string[];
  isAnswered: boolean;
  rest?: Rest;
  off: AbortController;
}

/** `enough`: after how many refusals a kind is left alone. */
export function createDenials(clock: Clock, enough = Number.POSITIVE_INFINITY): Denials {
  const paths = new Map<string, Rest>();
  const kinds = new Map<string, Kind>();
  let era = 0;

  const isOver = ({ until }: Rest): boolean => until <= clock.monotonic();
  function kindOf(name: string): Kind {
    const known = kinds.get(name);
    if (known && !(known.rest && isOver(known.rest))) return known;
    const kind = { refused: [], isAnswered: false, off: new AbortController() };
    kinds.set(name, kind);
    return kind;
  }
  function resting(kind: string, path: string): SourceError | undefined {
    const rest = paths.get(path);
    if (rest && isOver(rest)) paths.delete(path);
    return (kindOf(kind).rest ?? paths.get(path))?.error;
  }
  function note(kind: Kind, path: string, error: SourceError): void {
    const rest = { error, until: clock.monotonic() + REFUSED_REST_MS };
    paths.set(path, rest);
    kind.refused.push(path);
    if (kind.isAnswered || kind.refused.length < enough) return;
    kind.rest ??= rest;
    kind.off.abort();
    for (const own of kind.refused) paths.set(own, { error, until: clock.monotonic() + LONG_REST_MS });
  }

  return {
    async ask(name, path, send) {
      const before = resting(name, path);
      if (before) return fail(before);
      const kind = kindOf(name);
      const answer = await send(kind.off.signal);
      if (answer.ok) kind.isAnswered = true;
      else if (isRefusal(answer.error)) note(kind, path, answer.error);
      else if (kind.off.signal.aborted && kind.rest) return fail(kind.rest.error);
      return answer;
    },
    any: () => paths.values().some((rest) => !isOver(rest)),
    forget() {
      era++;
      paths.clear();
      kinds.clear();
    },
    era: () => era,
  };
}

/** A login may be refused for one call alone; each try of it is a failed login in the log of a host. */
const isRefusal = ({ kind, retryAt }: SourceError): boolean =>
  kind === 'forbidden' || (kind === 'auth' && retryAt === undefined);
