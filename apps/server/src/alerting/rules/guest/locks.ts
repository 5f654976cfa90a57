// Locks of guests. While a guest has one, something works on it: a backup in stop mode, a migration, a snapshot. A host that
// loses its power leaves locks that nothing ever removes, so a lock is an excuse only while a task works, or for an hour.
import { eachChanged } from '@belfry/domain/delta/each-changed';
import type { Guest } from '@belfry/schema/entities/guest';
import type { State } from '@belfry/schema/state';
import * as z from 'zod';
import type { Moment } from '../../../lib/clock.ts';
import type { Notice } from '../../engine/notice.ts';
import type { Confirm, Reading, Shared, Verdict } from '../../engine/reading.ts';
import type { RuleMemory } from '../../engine/rule-set.ts';
import { lockedForLong } from '../../readings/pve-messages.ts';
import { bad, unknown, well } from '../../readings/verdicts.ts';

type Guests = Pick<State, 'vms' | 'containers'>;

export interface Locks {
  /** To be called with each state, so that a lock that is removed and set again starts a new hour. */
  note(state: Guests, now: Moment): void;
  /** Whether the lock explains that the guest is off. False for a guest without a lock. */
  excuses(guest: Guest, now: Moment): boolean;
  /** Whether nothing works on the guest any more. */
  isStale(guest: Guest, now: Moment): boolean;
  memory: RuleMemory;
}

/** A hibernated guest keeps its lock until it is started. */
const LASTING = 'suspended';
const LONGEST_MS = 3_600_000;
/** After a start, it takes a while until the tasks have been read. */
const TASKS_READ: Confirm = { holdMs: 300_000 };
const MOST = 20_000;

/** By the id of the guest: the lock, and when it was first seen (epoch ms). */
const Saved = z.record(z.string(), z.tuple([z.string(), z.number()]));

export function createLocks(): Locks {
  const since = new Map<string, readonly [lock: string, at: number]>();
  let seen: Guests = { vms: [], containers: [] };
  let isChanged = false;

  const noteGuest = ({ id, lock }: Guest, { at }: Moment) => {
    if (lock === undefined && since.size === 0) return;
    const known = since.get(id);
    if (lock === known?.[0]) return;
    isChanged = true;
    if (lock === undefined) since.delete(id);
    else if (since.size < MOST) since.set(id, [lock, at]);
  };
  const isOld = ({ id }: Guest, { at }: Moment): boolean => at - (since.get(id)?.[1] ?? at) >= LONGEST_MS;

  return {
    note({ vms, containers }, now) {
      const before = seen;
      // It is called for each guest.
      if (before.vms === vms && before.containers === containers) return;
      seen = { vms, containers };
      eachChanged(before.vms, vms, (guest) => noteGuest(guest, now));
      eachChanged(before.containers, containers, (guest) => noteGuest(guest, now));
    },
    excuses(guest, now) {
      if (guest.lock === undefined) return false;
      return guest.lock === LASTING || (guest.lockInUse ?? !isOld(guest, now));
    },
    isStale: (guest, now) =>
      guest.lock !== undefined && guest.lock !== LASTING && guest.lockInUse !== true && isOld(guest, now),
    memory: {
      key: 'guest-locks',
      recall(kept) {
        const saved = Saved.safeParse(kept);
        for (const [id, lock] of Object.entries(saved.data ?? {}).slice(0, MOST)) since.set(id, lock);
      },
      save() {
        if (!isChanged) return undefined;
        isChanged = false;
        return Object.fromEntries(since);
      },
    },
  };
}

export function lockReading(guest: Guest, locks: Locks, now: Moment, shared: Shared): Reading {
  const verdict = (): Verdict => {
    if (locks.isStale(guest, now)) return bad('warning');
    return guest.lock === undefined || guest.lockInUse !== undefined ? well : unknown;
  };
  return {
    ...shared,
    id: `stale-lock-${guest.id}`,
    type: 'stale-lock',
    verdict: verdict(),
    confirm: TASKS_READ,
    message: () => lockedForLong(guest),
  };
}

export const lockNotices: readonly Notice[] = [
  {
    ...{ type: 'stale-lock', of: 'guest', from: 'Proxmox VE 7 and newer', needs: 'VM.Audit, Sys.Audit' },
    fact: 'A guest has had a lock for more than an hour, and no task works on it',
    ...{ poll: 'pve locks', after: TASKS_READ, shown: 'Overview' },
  },
];
