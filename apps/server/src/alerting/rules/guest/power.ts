// Whether a guest that is off should be running.
import type { Policy } from '@belfry/domain/alerts/thresholds';
import { parentOf } from '@belfry/domain/status';
import type { Guest } from '@belfry/schema/entities/guest';
import type { Notice } from '../../engine/notice.ts';
import type { Confirm, Reading } from '../../engine/reading.ts';
import type { Context } from '../../engine/rule-set.ts';
import { poweredOff } from '../../readings/pve-messages.ts';
import { bad, off, unknown, well } from '../../readings/verdicts.ts';
import type { Locks } from './locks.ts';
import { isOff } from './metrics.ts';

/** After a node has booted, it starts its guests one after the other. */
const BOOT_S = 300;
/** HA starts a guest again by itself, and a few at a time. */
const HA_STARTS: Confirm = { holdMs: 120_000 };
const TWO_POLLS: Confirm = { polls: 2 };

/** The states in which HA keeps a guest running, and those in which it keeps it off. In any other it is about to change that. */
const runsInHaState: ReadonlyMap<string, boolean> = new Map([
  ['started', true],
  ['error', true],
  ['stopped', false],
  ['disabled', false],
  ['request_stop', false],
]);

/**
 * Whether the guest should be running: HA decides about the guests that it manages, `onboot` about all others. Undefined while
 * that is not known.
 */
export function shouldRun({ haState, onboot }: Pick<Guest, 'haState' | 'onboot'>): boolean | undefined {
  if (haState === undefined || haState === 'ignored') return onboot;
  return runsInHaState.get(haState);
}

export function powerReading(
  guest: Guest,
  policy: Policy,
  context: Context,
  reading: Pick<Reading, 'resource' | 'causes'>,
  locks: Pick<Locks, 'excuses'>,
): Reading {
  const isWanted = policy.origins.poweredOffSeverity === undefined ? shouldRun(guest) : true;
  const verdict = () => {
    if (policy.connectivityDisabled) return off;
    if (guest.status === 'unknown' && !isOff(guest)) return unknown;
    if (guest.status !== 'stopped' && guest.status !== 'unknown') return well;
    if (isWanted === false) return well;
    if (
      guest.status === 'unknown' ||
      isWanted === undefined ||
      locks.excuses(guest, context.now) ||
      isBooting(guest, context)
    )
      return unknown;
    return bad(policy.poweredOffSeverity);
  };
  return {
    ...reading,
    id: `guest-powered-off-${guest.id}`,
    type: 'powered-off',
    verdict: verdict(),
    confirm: guest.haState === undefined || guest.haState === 'ignored' ? TWO_POLLS : HA_STARTS,
    message: () => poweredOff(guest),
  };
}

function isBooting(guest: Guest, { state }: Context): boolean {
  const node = state.nodes.find(({ id }) => id === parentOf(guest));
  // Without uptime, the account may not see the figures of the node.
  return node !== undefined && node.status === 'online' && node.uptime > 0 && node.uptime < BOOT_S;
}

export const powerNotices: readonly Notice[] = [
  {
    ...{ type: 'powered-off', of: 'guest', from: 'Proxmox VE 7 and newer', needs: 'VM.Audit' },
    fact: 'A guest is off that high availability keeps running, or that starts with its node; one of high availability gets two minutes',
    ...{ poll: 'pve resources', after: TWO_POLLS, shown: 'Overview' },
  },
];
