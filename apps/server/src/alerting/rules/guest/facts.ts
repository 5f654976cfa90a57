// What the rules read of a guest besides its figures, which change with every poll.
import { same } from '@belfry/domain/delta/same';
import { Guest } from '@belfry/schema/entities/guest';
import { guestFigureNames } from '@belfry/schema/figures';

/** No rule reads the values of these; it is enough that they are there, or not. */
const PRESENT = ['disks', 'networkInterfaces'] as const satisfies readonly (keyof Guest)[];
const figures: readonly string[] = [...guestFigureNames, 'uptime', 'pressure', ...PRESENT];
const facts = Guest.keyof().options.filter((field) => !figures.includes(field));

/** The readings about anything but figures and file systems are the same for both. */
export function haveSameFacts(a: Guest, b: Guest): boolean {
  for (const field of facts) if (a[field] !== b[field] && !same(a[field], b[field])) return false;
  for (const field of PRESENT) if ((a[field] === undefined) !== (b[field] === undefined)) return false;
  return true;
}
