// The entities of a state by name, and which of them belong to a row of an answer. For tests only.
import type { Slices } from '@belfry/schema/messages/observation';

export type Thing = Readonly<Record<string, unknown>>;

const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The lists of a state, including those inside a server (`pbs.datastores`). Each list maps names to entities. */
export function namesIn(slices: Slices): Map<string, Map<string, Thing>> {
  const found = new Map<string, Map<string, Thing>>();
  const add = (list: string, things: readonly Thing[]) =>
    found.set(
      list,
      new Map(
        things.map((each) => [String(each.id ?? each.name ?? each.score ?? each.domain ?? each.timestamp), each]),
      ),
    );
  for (const [list, entities] of Object.entries(slices)) {
    add(list, entities.filter(isThing));
    if (list !== 'pbs' && list !== 'pmg') continue;
    for (const entity of entities)
      for (const [key, inner] of Object.entries(entity))
        if (Array.isArray(inner) && inner.every(isThing)) add(`${list}.${key}`, inner);
  }
  return found;
}

/** The fields that identify the subject of a row, the most specific first. */
const keys = 'volid upid vmid guest devpath backup-id storage store ns sid name node id level domain'.split(' ');

/** Also in an object of the thing, such as the place of a job. */
const bears = (thing: Thing, name: unknown): boolean =>
  Object.values(thing).some((value) =>
    isThing(value)
      ? bears(value, name)
      : String(value) === String(name) || /[-/]$/.test(beforeEnd(String(value), name)),
  );

/** What is before `name` at the end of a text; empty if the text does not end so. */
const beforeEnd = (text: string, name: unknown): string =>
  text.endsWith(String(name)) ? text.slice(0, -String(name).length) : '';

/** Whether an entity is the subject of a row or belongs to it, as backups belong to their datastore. */
export function isPartOf(row: unknown, thing: Thing): boolean {
  if (!isThing(row)) return false;
  // A job of a datastore names its last task, which is not its own name.
  const key = keys.find((each) => row[each] !== undefined && !(each === 'upid' && row.store !== undefined));
  return key ? bears(thing, row[key]) : thing.timestamp === new Date(Number(row.time) * 1000).toISOString();
}

/**
 * Whether a text of an answer is a name of an entity. If that text changes, the entity is not lost but has another
 * name.
 */
export const isCalled = (thing: Thing, text: unknown): boolean =>
  typeof text === 'string' && text !== '' && bears(thing, text);
