// Makes the same call for all guests, a few in each run, and reports why some of them cannot be read.
import type { Gap } from '@belfry/schema/entities/instance';
import type { SourceError } from '@belfry/schema/messages/observation';
import { badPayload } from '../proxmox-api/failure.ts';
import { gapOf } from '../proxmox-api/parts.ts';
import type { PveInstance } from './instance.ts';
import type { GuestRow } from './payloads.ts';
import { createRotation } from './rotation.ts';

export const ROUNDS_EVERY_MS = 30_000;

export interface Question<T> {
  /** The missing part when guests cannot be read. */
  part: string;
  /** Every guest is read about once in this time. */
  roundMs: number;
  /** So many guests that were never asked are read in each run besides, until all were. Default: none. */
  newcomers?: number;
  path(guest: GuestRow): string;
  /** Undefined when the answer has an unknown format. */
  read(data: unknown, guest: GuestRow): T | undefined;
}

/** `known` is by vmid, without guests that no longer exist. `asked` is false when no guest was read in this run. */
export interface RoundResult<T> {
  known: Map<number, T>;
  asked: boolean;
  gaps: Gap[];
}

const none: ReadonlySet<number> = new Set();
const NEEDS = 'VM.Audit on /vms';

export function createGuestRounds<T>(instance: PveInstance, { part, roundMs, newcomers = 0, path, read }: Question<T>) {
  const nextTurn = createRotation({ everyMs: ROUNDS_EVERY_MS, roundMs, most: 100 });
  /**
   * By vmid, until the guest is read again. A run reads only some guests, so the refusals of earlier runs still apply.
   */
  const refused = new Map<number, string>();
  const asked = new Set<number>();
  let era = 0;

  /**
   * Reads those of `guests` that are due and for which `canAsk` is true. A guest without an answer keeps its value of
   * `before`. Those that are `urgent` are read besides.
   */
  return async (
    guests: readonly GuestRow[],
    before: ReadonlyMap<number, T>,
    signal: AbortSignal,
    canAsk: (guest: GuestRow) => boolean = () => true,
    urgent: ReadonlySet<number> = none,
  ): Promise<RoundResult<T>> => {
    const exist = new Set(guests.map(({ vmid }) => vmid));
    const known = new Map([...before].filter(([vmid]) => exist.has(vmid)));
    if (era !== instance.denials.era()) refused.clear();
    era = instance.denials.era();
    for (const vmid of refused.keys()) if (!exist.has(vmid)) refused.delete(vmid);
    for (const vmid of asked) if (!exist.has(vmid)) asked.delete(vmid);
    const due = new Set([...nextTurn(guests).map(({ vmid }) => vmid), ...urgent]);
    const turn = guests.filter((guest) => due.has(guest.vmid) && canAsk(guest));
    for (const { vmid } of turn) asked.add(vmid);
    const never = guests.filter((guest) => !asked.has(guest.vmid) && canAsk(guest)).slice(0, newcomers);
    for (const { vmid } of never) asked.add(vmid);
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
    await Promise.all([...turn, ...never].map(ask));

    const [refusal] = refused.values();
    const gaps: Gap[] = [];
    if (refusal !== undefined) gaps.push({ part, kind: 'forbidden', message: refusal, needs: NEEDS });
    else if (trouble) gaps.push(gapOf(part, trouble));
    return { known, asked: turn.length + never.length > 0, gaps };
  };
}

/**
 * Whether a failure makes a part incomplete. If a guest was removed, does not have the data, or its node is offline,
 * the host answers with an error status. If the whole host is unreachable, all other polls report that. Neither is a
 * missing part.
 */
const isOurs = ({ kind }: SourceError): boolean =>
  kind !== 'forbidden' && kind !== 'bad-status' && kind !== 'unreachable';
