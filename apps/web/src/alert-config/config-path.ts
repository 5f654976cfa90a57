// Places in the configuration of alerts, and the configuration with other values at some of them. A place is a value that a
// user changes as a whole: a number, a switch, a threshold, a list, or the days of quiet hours.
import { isFields, same } from '@belfry/domain/delta/same';
import type { AlertConfig } from '@belfry/schema/alerts/config';

/** Such as `['guestDefaults', 'cpu']`, `['overrides', 'dc-100', 'cpu']` or `['schedule', 'quietHours', 'start']`. */
export type ConfigPath = readonly [keyof AlertConfig, ...string[]];

/** The type of the value at a path; `undefined` at an optional one. */
export type ValueAt<T, P extends readonly string[]> = P extends readonly [
  infer K extends string,
  ...infer Rest extends readonly string[],
]
  ? K extends keyof NonNullable<T>
    ? ValueAt<NonNullable<T>[K], Rest>
    : never
  : T;

/** A path as a key. No id in the configuration contains a line break. */
export type PathKey = string;
export const keyOf = (path: readonly string[]): PathKey => path.join('\n');
export const pathOf = (key: PathKey): ConfigPath => key.split('\n') as [keyof AlertConfig, ...string[]];

/** As the server names a field in a refusal. */
export const fieldName = (path: readonly string[]): string => path.join('.');

export function valueAt(config: AlertConfig, path: readonly string[]): unknown {
  let value: unknown = config;
  for (const name of path) value = isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

/** The configuration with these values. `undefined` removes a value, and an override without any value is removed. */
export function withValues(config: AlertConfig, values: Iterable<readonly [ConfigPath, unknown]>): AlertConfig {
  const copies = new Set<object>();
  const copyOf = (value: unknown): Record<string, unknown> => {
    if (isFields(value) && copies.has(value)) return value;
    const copy = isFields(value) ? { ...value } : {};
    copies.add(copy);
    return copy;
  };
  const root = { ...config };
  copies.add(root);
  const overrides = new Set<string>();
  for (const [path, value] of values) {
    let parent: Record<string, unknown> = root;
    for (const name of path.slice(0, -1)) {
      const child = copyOf(Object.hasOwn(parent, name) ? parent[name] : undefined);
      put(parent, name, child);
      parent = child;
    }
    const last = path.at(-1) ?? '';
    if (value === undefined) Reflect.deleteProperty(parent, last);
    else put(parent, last, value);
    if (path[0] === 'overrides' && path[1] !== undefined) overrides.add(path[1]);
  }
  for (const key of overrides)
    if (Object.keys(root.overrides[key] ?? {}).length === 0) Reflect.deleteProperty(root.overrides, key);
  return root;
}

/** Not an assignment: a key may be `__proto__`. */
const put = (parent: object, name: string, value: unknown): void =>
  void Object.defineProperty(parent, name, { value, enumerable: true, configurable: true, writable: true });

/** The places where two configurations differ. */
export function differences(before: AlertConfig, after: AlertConfig): ConfigPath[] {
  const found: ConfigPath[] = [];
  const walk = (a: unknown, b: unknown, path: readonly string[]): void => {
    if (same(a, b)) return;
    if (path.length > 0 && isPlace(a, path) && isPlace(b, path)) {
      found.push(pathOf(keyOf(path)));
      return;
    }
    const [fieldsA, fieldsB] = [isFields(a) ? a : {}, isFields(b) ? b : {}];
    for (const name of new Set([...Object.keys(fieldsA), ...Object.keys(fieldsB)]))
      walk(fieldsA[name], fieldsB[name], [...path, name]);
  };
  walk(before, after, []);
  return found;
}

const isPlace = (value: unknown, path: readonly string[]): boolean =>
  !isFields(value) || 'trigger' in value || path.at(-1) === 'days';
