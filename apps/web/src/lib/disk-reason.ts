// Texts for an administrator: why the disk usage of a guest is unknown.
import type { Guest } from '@belfry/schema/entities/guest';
import { messages } from './messages.ts';

/** `text` is the whole sentence, `short` fits a cell. */
export function diskReason(guest: Pick<Guest, 'type' | 'diskStatusReason'>): { short: string; text: string } {
  if (guest.type === 'lxc') return messages.noDiskStats;
  const reason = guest.diskStatusReason;
  return reason !== undefined && Object.hasOwn(messages.diskReasons, reason)
    ? messages.diskReasons[reason]
    : messages.noDiskReason;
}
