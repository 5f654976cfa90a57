// Calls that the account may not make. A refused call is not repeated for a while. After a few refusals of one kind, no
// call of that kind is made for a while.
import { fail, type Result } from '@belfry/domain/result';
import type { SourceError } from '@belfry/schema/messages/observation';
import type { Clock } from '../../lib/clock.ts';

/** A privilege is rarely granted between two polls. Frequent calls would only fill the log of the host. */
export const REFUSED_REST_MS = 600_000;
/** If its whole kind is paused, a refused call waits for longer, so that other calls of that kind are tried first. */
const LONG_REST_MS = 3_600_000;
/** After this number of refusals without an answer, the whole kind is assumed to be refused. */
export const ENOUGH = 3;

/** Sends the call. The signal cancels it while it waits to be sent. */
type Send = (calledOff: AbortSignal) => Promise<Result<unknown, SourceError>>;

export type Denials = ReturnType<typeof createDenials>;

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

/** `enough`: the number of refusals after which a kind is paused. */
export function createDenials(clock: Clock, enough = Number.POSITIVE_INFINITY) {
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
    /** Returns the answer, or the refusal that paused this call or its whole kind. */
    async ask(name: string, path: string, send: Send): Promise<Result<unknown, SourceError>> {
      const before = resting(name, path);
      if (before) return fail(before);
      const kind = kindOf(name);
      const answer = await send(kind.off.signal);
      if (answer.ok) kind.isAnswered = true;
      else if (isRefusal(answer.error)) note(kind, path, answer.error);
      else if (kind.off.signal.aborted && kind.rest) return fail(kind.rest.error);
      return answer;
    },
    /** Whether any call is paused at present. */
    any: (): boolean => paths.values().some((rest) => !isOver(rest)),
    /** Ends all pauses, because the privileges of the account have changed. */
    forget() {
      era++;
      paths.clear();
      kinds.clear();
    },
    /** How often `forget` was called. */
    era: (): number => era,
  };
}

/** A login may be refused for one call alone. Each further try would be a failed login in the log of the host. */
const isRefusal = ({ kind, retryAt }: SourceError): boolean =>
  kind === 'forbidden' || (kind === 'auth' && retryAt === undefined);
