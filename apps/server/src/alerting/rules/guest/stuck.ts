// A guest that is on and stands still: its emulator stopped it, or it stays in a state that should pass.

import { parentOf } from '@belfry/domain/status';
import type { Guest } from '@belfry/schema/entities/guest';
import type { Storage } from '@belfry/schema/entities/storage';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Notice, SharedNotice } from '../../engine/notice.ts';
import type { Confirm, Reading, Shared, Verdict } from '../../engine/reading.ts';
import type { Context } from '../../engine/rule-set.ts';
import { guestStuck, guestWaits } from '../../readings/pve-messages.ts';
import { bad, unknown, well } from '../../readings/verdicts.ts';

/** The states of QEMU (`RunState` in its qapi/run-state.json) in which a guest has stopped because of a fault. */
const faults: ReadonlyMap<string, Sentence> = new Map([
  ['io-error', { id: 'fault.io' }],
  ['internal-error', { id: 'fault.emulator' }],
  ['guest-panicked', { id: 'fault.crashed' }],
  ['watchdog', { id: 'fault.watchdog' }],
]);
/** Somebody wants these, and they may last for any time. */
const wanted: ReadonlySet<string> = new Set(['running', 'stopped', 'paused', 'prelaunch', 'suspended']);

const TWO_POLLS: Confirm = { polls: 2 };
/** A migration, a snapshot with memory and a shutdown end by then. */
const AN_HOUR: Confirm = { holdMs: 3_600_000 };
/** From here on, a guest on the storage cannot write any more. Percent. */
const FULL = 99;

/** False when the reading cannot be bad. `unknown` is not a state of the guest. */
export const isStuck = (status: string): boolean => !wanted.has(status) && status !== 'unknown';

export function stuckReading(guest: Guest, { state }: Context, { resource, causes = [] }: Shared): Reading {
  const { status } = guest;
  const fault = faults.get(status);
  const verdict = (): Verdict => {
    if (status === 'unknown') return unknown;
    return isStuck(status) ? bad(fault === undefined ? 'warning' : 'critical') : well;
  };
  return {
    resource,
    id: `guest-stuck-${guest.id}`,
    type: 'guest-stuck',
    verdict: verdict(),
    confirm: fault === undefined ? AN_HOUR : TWO_POLLS,
    causes: status === 'io-error' ? [...causes, ...brokenStorages(guest, state.storage)] : causes,
    message: () => (fault === undefined ? guestWaits(guest) : guestStuck(guest, fault)),
  };
}

/** Alerts about storages of its node with disks of guests, if they are full or cannot be used: one alert, not one for each guest. */
const brokenStorages = (guest: Guest, storages: readonly Storage[]): string[] =>
  storages.flatMap(({ id, content, nodeIds, usage, active, enabled, inactiveOn }) => {
    const isOwn = nodeIds.includes(parentOf(guest)) && /\b(?:images|rootdir)\b/.test(content) && enabled;
    if (!isOwn) return [];
    if (!active || inactiveOn?.includes(guest.node)) return [`storage-offline-${id}`];
    return usage >= FULL ? [`${id}-usage`] : [];
  });

const ofStuck: SharedNotice = {
  ...{
    of: 'guest',
    from: 'Proxmox VE 7 and newer, virtual machines',
    needs: 'VM.Audit',
    poll: 'pve nodes',
    shown: 'Overview',
  },
};

export const stuckNotices: readonly Notice[] = [
  {
    ...{ ...ofStuck, type: 'guest-stuck', after: TWO_POLLS },
    fact: 'A VM stands still because of a fault: io-error, internal-error, guest-panicked, watchdog',
  },
  {
    ...{ ...ofStuck, type: 'guest-stuck', after: AN_HOUR },
    fact: 'A VM stays in a state that should pass, or that Belfry does not know',
  },
];
