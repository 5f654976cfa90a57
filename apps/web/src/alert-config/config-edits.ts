// The changes of a user to the configuration of alerts, while others may save theirs. Plain data.
import { same } from '@belfry/domain/delta/same';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import { type Edits, edited, viewOf, without } from '../lib/draft/draft.ts';
import { type ConfigPath, differences, keyOf, type PathKey, pathOf, valueAt, withValues } from './config-path.ts';

type Values = Record<PathKey, unknown>;

/** What was typed into a field but is no value for it, and why. */
export interface Refused {
  text: string;
  problem: string;
}

/** `base`: the saved configuration when the first change was made; undefined without changes. */
export interface ConfigEdits {
  edits: Edits<Values>;
  refused: Readonly<Record<PathKey, Refused>>;
  base: AlertConfig | undefined;
}

export const noEdits: ConfigEdits = { edits: {}, refused: {}, base: undefined };

/** `before` is saved, `after` is the value of the user. `differs`: somebody else has saved `before` since the user made the change. */
export interface Change {
  path: ConfigPath;
  before: unknown;
  after: unknown;
  differs: boolean;
}

/** `changes` of the user; `others`: what somebody else has saved since the first of them, from the older to the newer value. */
export interface ConfigView {
  config: AlertConfig;
  changes: readonly Change[];
  others: readonly Change[];
}

const valuesOf = (config: AlertConfig, keys: readonly PathKey[]): Values =>
  Object.fromEntries(keys.map((key) => [key, valueAt(config, pathOf(key))]));

export function viewOfConfig({ edits, base }: ConfigEdits, saved: AlertConfig): ConfigView {
  const { changed, draft, theirs } = viewOf(edits, valuesOf(saved, Object.keys(edits)));
  const changes = changed.map((key): Change => {
    const path = pathOf(key);
    return { path, before: valueAt(saved, path), after: draft[key], differs: key in theirs };
  });
  const others = base && base !== saved ? differences(base, saved) : [];
  return {
    config:
      changes.length === 0
        ? saved
        : withValues(
            saved,
            changes.map(({ path, after }) => [path, after] as const),
          ),
    changes,
    others: others.map((path) => ({
      path,
      before: valueAt(base ?? saved, path),
      after: valueAt(saved, path),
      differs: keyOf(path) in theirs,
    })),
  };
}

const settled = ({ edits, refused, base }: ConfigEdits, saved: AlertConfig): ConfigEdits =>
  Object.keys(edits).length + Object.keys(refused).length === 0 ? noEdits : { edits, refused, base: base ?? saved };

const omit = <T>(record: Readonly<Record<PathKey, T>>, keys: ReadonlySet<PathKey>): Record<PathKey, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !keys.has(key)));

/** The user gave these values. */
export function withChanges(
  known: ConfigEdits,
  saved: AlertConfig,
  values: readonly (readonly [ConfigPath, unknown])[],
): ConfigEdits {
  const change = Object.fromEntries(values.map(([path, value]) => [keyOf(path), value]));
  const keys = Object.keys(change);
  const edits = edited(known.edits, valuesOf(saved, keys), change);
  return settled({ ...known, edits, refused: omit(known.refused, new Set(keys)) }, saved);
}

/** The user typed something that is no value for this field. */
export const withRefused = (known: ConfigEdits, saved: AlertConfig, path: ConfigPath, refused: Refused): ConfigEdits =>
  settled({ ...known, refused: { ...known.refused, [keyOf(path)]: refused } }, saved);

/** The field has its saved value again. */
export const withoutChange = (known: ConfigEdits, saved: AlertConfig, path: ConfigPath): ConfigEdits => {
  const key = keyOf(path);
  return settled({ ...known, edits: without(known.edits, key), refused: omit(known.refused, new Set([key])) }, saved);
};

/** These changes are saved now. One that the user has changed again meanwhile stays. */
export function withoutSaved(known: ConfigEdits, saved: AlertConfig, changes: readonly Change[]): ConfigEdits {
  const done = changes.filter(({ path, after }) => same(known.edits[keyOf(path)]?.value, after));
  const edits = omit(
    known.edits as Record<PathKey, Edits<Values>[string]>,
    new Set(done.map(({ path }) => keyOf(path))),
  );
  return settled({ ...known, edits, base: saved }, saved);
}

/** The changes of the user to fields that somebody else has saved between `before` and `now`. */
export const overtaken = (changes: readonly Change[], before: AlertConfig, now: AlertConfig): Change[] =>
  changes.filter(({ path, after }) => {
    const theirs = valueAt(now, path);
    return !same(theirs, valueAt(before, path)) && !same(theirs, after);
  });
