// The kinds of parameters a view has. Each one is read from a text that anybody may have written.
import { pageAddress, readPageAddress } from '../pages.ts';
import { loadPref, type Pref, savePref } from '../prefs.ts';

/**
 * What a change does to the history of the browser. `step`: a new entry, so that Back undoes it. `undo`: back to the entry before, if this
 * is its view. `typed`: the URL follows when the user stops typing. `plain`: the URL changes at once. The last two replace the entry, and
 * so does `undo` where there is nothing to go back to.
 */
export type Change = 'step' | 'undo' | 'typed' | 'plain';

export interface Param<T> {
  /** The value when neither the URL nor a preference says anything. */
  fallback: T;
  /** Undefined when the text is not valid. */
  parse(text: string): T | undefined;
  format(value: T): string;
  change: Change | ((before: T, after: T) => Change);
  /** What the user chose last. It is the default of a URL without parameters. */
  preference?: { load(): T; save(value: T): void };
}

export interface SortOrder<K extends string> {
  key: K;
  descending: boolean;
}

const LONGEST_TEXT = 500;

export const text = (): Param<string> => ({
  fallback: '',
  parse: (given) => given.slice(0, LONGEST_TEXT),
  format: (value) => value.slice(0, LONGEST_TEXT),
  change: 'typed',
});

/** The id of something selected, null for nothing. Whether it exists is not known here. */
export const id = (): Param<string | null> => ({
  fallback: null,
  parse: (given) => (given === '' || given.length > LONGEST_TEXT ? undefined : given),
  format: (value) => value ?? '',
  change: 'step',
});

/** The address of the page that stands beside the tables, null for none. It follows the row with the focus, and Back closes it. */
export const pageBeside = (): Param<string | null> => ({
  fallback: null,
  parse(given) {
    const found = given.length > LONGEST_TEXT ? undefined : readPageAddress(given);
    return found && pageAddress(found.kind, found.id);
  },
  format: (value) => value ?? '',
  change: (before, after) => (before === null ? 'step' : after === null ? 'undo' : 'typed'),
});

/** A day, YYYY-MM-DD, null for all days. */
export const day = (): Param<string | null> => ({
  ...id(),
  parse: (given) => (/^\d{4}-\d\d-\d\d$/.test(given) && isDay(given) ? given : undefined),
});

/** `Date` accepts the 31st of February and makes a day of March of it. */
function isDay(given: string): boolean {
  const date = new Date(`${given}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(given);
}

/** One of several words, which is not remembered. */
export const choice = <const T extends string>(values: readonly T[], fallback: NoInfer<T>): Param<T> => ({
  fallback,
  parse: (given) => values.find((value) => value === given),
  format: (value) => value,
  change: 'plain',
});

/** A choice that is remembered. */
export const preferred = <T>(pref: Pref<T>): Param<T> => ({
  fallback: pref.fallback,
  parse: pref.parse,
  format: pref.format,
  change: 'plain',
  preference: { load: () => loadPref(pref), save: (value) => savePref(pref, value) },
});

/**
 * Column → shown or not, for the columns that the user decided about: `name` is shown, `-name` is hidden. `names` are those that
 * can be hidden; others are ignored.
 */
export const preferredColumns = (
  pref: Pref<Readonly<Record<string, boolean>>>,
  names: readonly string[],
): Param<typeof pref.fallback> => ({
  ...preferred(pref),
  parse(given) {
    const chosen = given.split(',').map((word) => [word.replace(/^-/, ''), !word.startsWith('-')] as const);
    const known = chosen.filter(([name]) => names.includes(name));
    return known.length === 0 && given !== '' ? undefined : Object.fromEntries(known);
  },
  format: (chosen) =>
    Object.entries(chosen)
      .filter(([name]) => names.includes(name))
      .map(([name, shown]) => (shown ? name : `-${name}`))
      .sort()
      .join(),
});

/** `key`, or `-key` when descending. `keyOf`: undefined for a text that is no key. */
function orderOf<K extends string>(given: string, keyOf: (text: string) => K | undefined): SortOrder<K> | undefined {
  const descending = given.startsWith('-');
  const key = keyOf(descending ? given.slice(1) : given);
  return key === undefined ? undefined : { key, descending };
}

const orderText = ({ key, descending }: SortOrder<string>): string => (descending ? `-${key}` : key);

/** An order that is not remembered; null is the default order of the table. */
export const order = <const K extends string>(keys: readonly K[]): Param<SortOrder<K> | null> => ({
  fallback: null,
  parse: (given) => orderOf(given, (text) => keys.find((key) => key === text)),
  format: (value) => (value ? orderText(value) : ''),
  change: 'plain',
});

/** An order that is remembered. */
export const preferredSort = <K extends string>(
  key: Pref<K>,
  direction: Pref<'asc' | 'desc'>,
): Param<SortOrder<K>> => ({
  fallback: { key: key.fallback, descending: direction.fallback === 'desc' },
  parse: (given) => orderOf(given, key.parse),
  format: orderText,
  change: 'plain',
  preference: {
    load: () => ({ key: loadPref(key), descending: loadPref(direction) === 'desc' }),
    save(value) {
      savePref(key, value.key);
      savePref(direction, value.descending ? 'desc' : 'asc');
    },
  },
});
