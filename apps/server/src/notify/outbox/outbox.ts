// The notices on their way. The planner puts them here and forgets them.

import type { Destination } from '../destination.ts';
import type { Notice } from '../notice.ts';
import type { Told } from '../told.ts';

export interface QueueEntry {
  notice: Notice;
  destination: Destination;
}

/** Rows to keep, each replaces that of its destination and occurrence, and rows to remove. */
export interface ToldChanges {
  put: readonly Told[];
  remove: readonly Pick<Told, 'destination' | 'occurrence'>[];
}

/**
 * What became of the messages about an occurrence. `withdrawn`: none has left and none will, because those that waited were removed
 * (also from notices about several alerts). `told`: at least one has left, or may have: an attempt whose answer was lost counts. Those
 * that still waited were removed. `sending`: one is on its way just now; ask again.
 */
export type Withdrawal = 'withdrawn' | 'told' | 'sending';

/** Its methods return at once: memory comes first, and the disk follows. What is asked in one turn is written in one transaction. */
export interface Outbox {
  /** All rows that were kept, read at the start. */
  told: readonly Told[];
  /** A notice is sent only after its row and the rows of `told` are on the disk, or the disk has refused them. */
  queue(entries: readonly QueueEntry[], told: ToldChanges): void;
  /** The alert has ended: messages about it that wait are pointless. */
  withdraw(occurrence: string, destination: string): Withdrawal;
}
