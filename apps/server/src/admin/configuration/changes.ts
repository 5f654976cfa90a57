// What differs between two documents, with secrets hidden.

import { isDeepStrictEqual } from 'node:util';
import { type Fields, isFields } from '@belfry/domain/delta/same';
import { isSecretPath } from '@belfry/schema/config/file-secrets';
import type { ConfigChange } from '@belfry/schema/http/config-file';
import { MASK } from '@belfry/schema/notifications/mask';
import { maskSecrets } from './masks.ts';

/** `labels` for people; `path` finds secrets. */
interface Place {
  path: readonly (string | number)[];
  labels: readonly string[];
}

const isNamed = (value: unknown): value is Fields & { name: string } =>
  isFields(value) && typeof value.name === 'string';
/** A list whose entries have names or ids: their order has no meaning. */
const isEntries = (value: unknown): value is readonly (Fields & { name: string })[] =>
  Array.isArray(value) && value.length > 0 && value.every(isNamed);

const keyOf = ({ id, type, name }: Fields): string => (typeof id === 'string' ? `id ${id}` : `new ${type} ${name}`);

export function changesBetween(before: unknown, after: unknown): ConfigChange[] {
  const found: ConfigChange[] = [];
  compare(before, after, { path: [], labels: [] }, found);
  return found;
}

function compare(before: unknown, after: unknown, place: Place, found: ConfigChange[]): void {
  if (isDeepStrictEqual(before, after)) return;
  if (isFields(before) && isFields(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
      compare(before[name], after[name], { path: [...place.path, name], labels: [...place.labels, name] }, found);
    return;
  }
  const [old, next] = [entriesOf(before), entriesOf(after)];
  if (old && next && (isEntries(before) || isEntries(after))) {
    for (const key of new Set([...old.keys(), ...next.keys()])) {
      const entry = next.get(key) ?? old.get(key);
      const below = { path: [...place.path, 0], labels: [...place.labels, entry?.name ?? key] };
      compare(old.get(key), next.get(key), below, found);
    }
    return;
  }
  found.push({
    path: place.labels.join('.'),
    ...(before !== undefined && { before: textOfValue(before, place) }),
    ...(after !== undefined && { after: textOfValue(after, place) }),
  });
}

/** Undefined: it is no list of entries. */
function entriesOf(value: unknown): Map<string, Fields & { name: string }> | undefined {
  if (Array.isArray(value) && value.length === 0) return new Map();
  return isEntries(value) ? new Map(value.map((entry) => [keyOf(entry), entry])) : undefined;
}

function textOfValue(value: unknown, { path }: Place): string {
  if (isSecretPath(path)) return value === '' ? '""' : JSON.stringify(MASK);
  return JSON.stringify(at(maskSecrets(wrapped(value, path)), path));
}

/** Masks are found by the whole path, so the value is put where it stands in the document. */
const wrapped = (value: unknown, path: Place['path']): unknown =>
  path.toReversed().reduce<unknown>((inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }), value);
const at = (value: unknown, path: Place['path']): unknown =>
  path.reduce<unknown>((outer, key) => (outer as Record<string | number, unknown>)[key], value);
