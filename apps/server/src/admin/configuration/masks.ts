// Secrets in a document: the mask in their place, and the stored ones in place of the mask.

import { originOf } from '@belfry/domain/address';
import { isFields } from '@belfry/domain/delta/same';
import { isSecretPath, placeOf } from '@belfry/schema/config/file-secrets';
import { isNodeType, kinds } from '@belfry/schema/config/kinds';
import { MASK } from '@belfry/schema/notifications/mask';
import type { Sentence } from '@belfry/schema/sentences/sentence';

type Path = readonly (string | number)[];

export interface PathProblem {
  path: Path;
  text: Sentence;
}

const field = (value: unknown, name: string | number): unknown =>
  isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;

function mapSecrets(root: unknown, change: (secret: string, path: Path) => unknown): unknown {
  const visit = (value: unknown, path: Path): unknown => {
    if (Array.isArray(value)) return value.map((item, i) => visit(item, [...path, i]));
    if (!isFields(value)) return typeof value === 'string' && isSecretPath(path) ? change(value, path) : value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, visit(item, [...path, name])]));
  };
  return visit(root, []);
}

/** Empty secrets stay empty. */
export const maskSecrets = <T>(document: T): T => mapSecrets(document, (secret) => (secret === '' ? '' : MASK)) as T;

/** The same entry of a list: by its id or, without one, by its name. */
export function isSameEntry(given: unknown, stored: unknown): boolean {
  const id = field(given, 'id');
  if (id !== undefined) return id === field(stored, 'id');
  return ['name', 'type'].every((name) => field(given, name) === field(stored, name));
}

/** Puts the stored secrets of `current` in place of masks. Both are documents of the same form. */
export function keepSecrets<T>(given: T, current: unknown): { document: T; problems: PathProblem[] } {
  const problems: PathProblem[] = [];
  const document = mapSecrets(given, (secret, path) => {
    if (secret !== MASK) return secret;
    const name = String(path.at(-1));
    const [, stored] = counterparts(given, current, path.slice(0, -1));
    const found = field(stored, name);
    const isKnown = typeof found === 'string' && found !== '';
    const { around = [], fields = [] } = placeOf(path) ?? {};
    const [here, there] = counterparts(given, current, around);
    const place = fields.find((one) => !isSamePlace(here, there, one));
    if (!isKnown) problems.push({ path, text: { id: 'file.noSecret', values: { name } } });
    else if (place !== undefined)
      problems.push({
        path,
        text: { id: 'file.movedSecret', values: { place, name } },
      });
    return isKnown ? found : secret;
  });
  return { document: document as T, problems };
}

function counterparts(given: unknown, current: unknown, path: Path): [given: unknown, current: unknown] {
  let [here, there] = [given, current];
  for (const key of path) {
    if (Array.isArray(here)) {
      const entry: unknown = here[Number(key)];
      there = Array.isArray(there) ? there.find((other) => isSameEntry(entry, other)) : undefined;
      here = entry;
    } else [here, there] = [field(here, key), field(there, key)];
  }
  return [here, there];
}

function isSamePlace(given: unknown, stored: unknown, name: string): boolean {
  const [wanted, is] = [field(given, name), field(stored, name)];
  return wanted === MASK || normalHost(given, name, wanted) === is;
}

/** Hosts are stored in one spelling. */
function normalHost(given: unknown, name: string, value: unknown): unknown {
  const type = field(given, 'type');
  if (name !== 'host' || typeof value !== 'string' || typeof type !== 'string' || !isNodeType(type)) return value;
  const origin = originOf(value, kinds[type].port);
  return origin.ok ? origin.value : value;
}
