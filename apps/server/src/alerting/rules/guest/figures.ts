// A guest about which its host says nothing, although its node is well.
import { parentOf } from '@belfry/domain/status';
import type { Guest } from '@belfry/schema/entities/guest';
import type { Notice } from '../../engine/notice.ts';
import type { Confirm, Reading, Shared, Verdict } from '../../engine/reading.ts';
import type { Context } from '../../engine/rule-set.ts';
import { areSeveral, sendsFigures } from '../../readings/figures.ts';
import { guestBlind } from '../../readings/pve-messages.ts';
import { bad, unknown, well } from '../../readings/verdicts.ts';

/** A guest that was created or moved a moment ago has no figures yet. */
const HOLD: Confirm = { holdMs: 300_000 };

/** `blind`: all guests of its node about which nothing is known. */
export function figuresReading(guest: Guest, { state }: Context, blind: readonly Guest[], shared: Shared): Reading {
  const verdict = (): Verdict => {
    if (guest.status !== 'unknown') return well;
    const node = state.nodes.find(({ id }) => id === parentOf(guest));
    return node && sendsFigures(node) && !areSeveral(blind) ? bad('warning') : unknown;
  };
  return {
    ...shared,
    id: `no-figures-${guest.id}`,
    type: 'no-figures',
    verdict: verdict(),
    confirm: HOLD,
    message: () => guestBlind(guest),
  };
}

export const figuresNotices: readonly Notice[] = [
  {
    ...{
      type: 'no-figures',
      of: 'guest',
      from: 'Proxmox VE 7 and newer',
      needs: 'VM.Audit',
      poll: 'pve resources',
      shown: 'Overview',
    },
    after: HOLD,
    fact: 'Its node sends figures, and neither the state nor the figures of the guest',
  },
];
