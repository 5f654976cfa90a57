// What of a configuration is not as it was agreed.
import type { AgreedState, Baseline } from '@belfry/schema/journal/baseline';
import type { Difference } from '@belfry/schema/journal/comparison';
import { fieldsOfBoth } from './changes.ts';
import { differencesOf } from './differences.ts';
import { type Part, partKey } from './past-settings.ts';

/** A part as it was read: its own id, and `about` as entries name it. `shape`: another text when other fields are looked at. */
export interface ReadPart extends Part {
  about: string;
  shape?: string | undefined;
}

/** Whether the journal has an entry since the state was agreed that says so of a part. */
export type HasEntry = (about: string, event: 'created' | 'removed') => boolean | Promise<boolean>;

/** Of a part that had another shape in the other list, only the fields that both have: a newer version looks at more of them. */
const keyed = (parts: readonly ReadPart[], others: readonly ReadPart[]) =>
  new Map(
    parts.map((part) => {
      const other = others.find((each) => partKey(each) === partKey(part));
      if (!other || other.shape === part.shape) return [partKey(part), part];
      return [partKey(part), { ...part, settings: fieldsOfBoth(part.settings, other.settings)[0] }];
    }),
  );

/**
 * What is not there now may be unreadable, and what is new may be readable only now: without an entry neither has left the state. Undefined:
 * nothing of it is known.
 */
export async function leftOf(
  { parts }: Pick<AgreedState, 'parts'>,
  now: readonly ReadPart[],
  hasEntry: HasEntry,
): Promise<Difference[] | undefined> {
  const [was, is] = [keyed(parts, now), keyed(now, parts)];
  const left: Difference[] = [];
  for (const each of differencesOf(was, is)) {
    const key = partKey({ ...each, id: each.part });
    const part = (is.get(key) ?? was.get(key))?.about ?? each.part;
    if (each.event === 'changed' || (await hasEntry(part, each.event))) left.push({ ...each, part });
  }
  return now.length === 0 && left.length === 0 ? undefined : left;
}

const MOST_NAMED = 20;

/** As names of fields. Those of a part of a cluster begin with its name; what came or went is `+name` or `−name`. */
export function namesOf(id: string, differences: readonly Difference[]): Pick<Baseline, 'count'> & { left: string[] } {
  const all = differences.flatMap(({ part, name, event, changes }) => {
    if (event !== 'changed') return [`${event === 'created' ? '+' : '−'}${name || part}`];
    return changes.map(({ field }) => (part === id ? field : `${name || part} ${field}`));
  });
  const left = [...new Set(all)];
  return { left: left.slice(0, MOST_NAMED), count: left.length };
}
