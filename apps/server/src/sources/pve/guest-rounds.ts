// Asking all guests the same thing, a few each run, and telling why some of them cannot be asked.
import type { Gap } from '@belfry/schema/entities/instance';
import type { SourceError } from '@belfry/schema/messages/observation';
import { badPayload } from '../proxmox-api/failure.ts';
import type { PveInstance } from './instance.ts';
import type { GuestRow } from './payloads.ts';
import { createRotation } from './rotation.ts';

export const ROUNDS_EVERY_MS = 30_000;

export interface Question<T> {
  /** What is missing when guests cannot be asked. */
  part: string;
  /** Every guest is asked about once in so long. */
  roundMs: number;
  path(guest: GuestRow): string;
  /** Undefined when it is not the answer we know. */
  read(data: unknown, guest: GuestRow): T | undefined;
}

/** `known` is by vmid, without guests that are gone. `asked` is false when it was nobody's turn. */
export interface RoundResult<T> {
  known: Map<number, T>;
  asked: boolean;
  gaps: Gap[];
}

const NEEDS = 'VM.Audit on /vms';

export function createGuestRounds<T>(instance: PveInstance, { part, roundMs, path, read }: Question<T>) {
  const nextTurn = createRotation({ everyMs: ROUNDS_EVERY_MS, roundMs, most: 100 });
  /** By vmid, until they are asked again: a run asks only some of them, and the rest may not be seen all the same. */
  const refused = new Map<number, string>();
  let era = 0;

  /** Asks those of `guests` whose turn it is and for whom `canAsk` holds. Who did not answer keeps what was `known`. */
  return async (
    guests: readonly GuestRow[],
    before: ReadonlyMap<number, T>,
    signal: AbortSignal,
    canAsk: (guest: GuestRow) => boolean = () => true,
  ): Promise<RoundResult<T>> => {
    const exist = new Set(guests.map(({ vmid }) => vmid));
    const known = new Map([...before].filter(([vmid]) => exist.has(vmid)));
    if (era !== instance.denials.era()) refused.clear();
    era = instance.denials.era();
    for (const vmid of refused.keys()) if (!exist.has(vmid)) refused.delete(vmid);
    const turn = nextTurn(guests).filter(canAsk);
    const reader = instance.session.read(signal, part);
    let trouble: SourceError | undefined;

    const ask = async (guest: GuestRow): Promise<void> => {
      const answer = await instance.denials.ask(part, path(guest), (calledOff) =>
        reader.get(path(guest), { blameless: true, calledOff }),
      );
      if (signal.aborted) return;
      const value = answer.ok ? read(answer.value, guest) : undefined;
      if (value !== undefined) known.set(guest.vmid, value);
      if (!answer.ok && answer.error.kind === 'forbidden') refused.set(guest.vmid, answer.error.message);
      else refused.delete(guest.vmid);
      if (answer.ok && value === undefined) trouble ??= badPayload(`GET ${path(guest)}`, 'not the answer we know.');
      if (!answer.ok && isOurs(answer.error)) trouble ??= answer.error;
    };
    await Promise.all(turn.map(ask));

    const [refusal] = refused.values();
    const gaps: Gap[] = [];
    if (refusal !== undefined) gaps.push({ part, kind: 'forbidden', message: refusal, needs: NEEDS });
    else if (trouble) gaps.push({ part, kind: trouble.kind, message: trouble.message });
    return { known, asked: turn.length > 0, gaps };
  };
}

/**
 * A guest that is gone by now or has no such thing, and a node that is away, are answered with a status (proxmox-api
 * traps 4 and 5); a host that is out of reach is told of by all other polls. Neither is a part missing.
 */
const isOurs = ({ kind }: SourceError): boolean =>
  kind !== 'forbidden' && kind !== 'bad-status' && kind !== 'unreachable';
