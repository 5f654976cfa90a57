// A kind of configuration that the journal of changes knows. A product has a table of them, and a new kind is one more record there.
import type { JournalKind } from '@belfry/schema/journal/entry';
import type { ChangingTask } from '@belfry/schema/journal/reading';
import type { Rights } from './granted-rights.ts';

/** Where it is: once in the instance, or once for each node, for each guest, or for each row of another kind of the table. */
type Scope = 'instance' | 'node' | 'guest' | `each ${string}`;

/**
 * A path of access control with placeholders, and the privileges of which one is enough. Behind a path that ends with `/*`, the host lists
 * only those rows on whose own paths the account has one of them.
 */
export type Need = readonly [path: string, ...privileges: string[]];

type Row = Readonly<Record<string, unknown>>;

/**
 * `what`: its name in ids, unique among those of its scope. `path`: of the call, with `{node}`, `{type}` and `{vmid}`, or `{id}` for the row
 * of another kind. `form`: each row is a resource of its own (`rows`), the answer is an object (`one`), all rows are parts of one thing
 * (`table`), rules whose order counts (`lines`), or only names (`names`). `inside`: the field of the answer that has the rows. `key`: the fields
 * that name a row. `only`: the fields that are kept; what is not named here is never looked at. `sets`: of them, lists without an order. `times`: epoch seconds.
 * `needs`: without them, the answer would be incomplete or refused. `isOptional`: it is no gap when they are missing, because few hosts have such
 * things. `called`: the field that people know a row by, where its key is a number.
 */
export interface SettingsKind {
  what: string;
  kind: JournalKind;
  path: string;
  of: Scope;
  form: 'rows' | 'one' | 'table' | 'lines' | 'names';
  inside?: string;
  key?: readonly string[];
  only: readonly string[];
  sets?: readonly string[];
  times?: readonly string[];
  needs?: readonly Need[];
  isOptional?: true;
  called?: string;
  /** Whether the account sees all rows, where only the answer itself says so. */
  isWhole?(rows: readonly Row[], account: string): boolean;
  /** Another name for a field, where the name of the host would mislead. */
  as?: Readonly<Record<string, string>>;
  /** A list inside of a row: each of its items is a field, with these fields of its own as the value. */
  inner?: Readonly<Record<string, { key: string; only: readonly string[] }>>;
  /** Whether that row is one. */
  where?(row: Row): boolean;
  /** The id of the entity that a row of that name is, where there is one. */
  about?(instance: string, name: string): string;
}

/** A task of the host that says which kinds to read at once. `touches`: what its user has changed by it, if that is certain. */
export interface Hint {
  reads: readonly string[];
  touches?: readonly ChangingTask['touches'][];
}

/** A task with a hint. `node`: where it ran. `of`: what it was about, such as the name of a storage; or empty. */
export interface HintingTask {
  id: string;
  type: string;
  user: string;
  node: string;
  of: string;
  at: number;
  isRunning: boolean;
}

export type Vars = Readonly<Record<string, string>>;

export const filled = (pattern: string, vars: Vars, encode: (text: string) => string = (text) => text): string =>
  pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(vars[name] ?? ''));

const ROWS = '/*';

/** As they are written for people: `Sys.Audit on /`. Of many nodes or guests, what they have in common is named. Without a path: a role. */
export const needsOf = (needs: readonly Need[]): string[] =>
  needs.map(([pattern, privilege = '']) =>
    pattern === '' ? privilege : `${privilege} on ${pattern.replace(/\/(?:\*|\{.*)$/, '') || '/'}`,
  );

/** The needs that are not met. */
export const missingOf = (needs: readonly Need[] = [], rights: Rights, vars: Vars): string[] =>
  needs.flatMap((need) => {
    const [pattern, ...privileges] = need;
    const at = filled(pattern, vars);
    const isMet = at.endsWith(ROWS)
      ? rights.throughout(at.slice(0, -ROWS.length) || '/', privileges)
      : privileges.some((name) => rights.on(at, name));
    return isMet ? [] : needsOf([need]);
  });

/** Whether at least some rows would be listed. */
export const seesSome = ({ needs = [], form }: SettingsKind, rights: Rights): boolean =>
  form === 'rows' &&
  needs.every(
    ([at, ...privileges]) =>
      at.endsWith(ROWS) && privileges.some((name) => rights.within(at.slice(0, -ROWS.length), name)),
  );

/** Whether the host may leave out rows or fields without a word. Calls about one node or guest are refused instead. */
export const isFiltered = ({ needs = [], of }: SettingsKind): boolean => of === 'instance' && needs.length > 0;
