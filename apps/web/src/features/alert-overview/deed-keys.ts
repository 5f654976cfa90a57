// The keys of a row.
import { type Command, useCommand } from '../../lib/commands.ts';
import { messages } from './messages.ts';
import type { Deed } from './use-deeds.ts';

export const deedKeys = { a: 'acknowledge', u: 'undo', s: 'silence', x: 'select' } as const satisfies Record<
  string,
  Deed
>;
export type DeedKey = keyof typeof deedKeys;

const listed = (Object.keys(deedKeys) as DeedKey[]).map(
  (keys): Command => ({ id: `alert-${keys}`, name: () => messages.keys[deedKeys[keys]], keys, scope: 'element' }),
);
const none: readonly Command[] = [];

/** The table handles the letters itself. They are letters of the search while no row has the focus. */
export const useDeedKeys = (mayAct: boolean): void => {
  useCommand(...(mayAct ? listed : none));
};
