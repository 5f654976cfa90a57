// Who ran on a lost node, as all places that say a number of them must count it.
import type { Guest } from '@belfry/schema/entities/guest';
import { guestRanThen, lostWith, parentOf } from '../status.ts';

/** Whether it ran on the node with this id when the node was lost, also when it runs elsewhere since then. */
export const ranOn = (node: string, guest: Guest): boolean =>
  (lostWith(guest) ?? parentOf(guest)) === node && guestRanThen(guest) === true;
