// Which configurations are read in which run: each about once an hour, a few in each run, and at once what a task hints at.
import { journalIds } from '@belfry/domain/ids';
import { filled, type SettingsKind, type Vars } from './settings-kind.ts';

export const SETTINGS_EVERY_MS = 30_000;
const ROUND_MS = 3_600_000;
/** One run earlier, because a run may be late. */
const DUE_MS = ROUND_MS - SETTINGS_EVERY_MS;
const RETRY_MS = 300_000;
const LEAST = 8;

/** Where kinds are found: a node, a guest, or the instance itself. `about`: the id of its entity, if it has one. */
export interface Place {
  of: SettingsKind['of'];
  vars: Vars;
  id: string;
  about: string | undefined;
  name: string;
  /** What cannot be asked keeps its turn. */
  isAnswering: boolean;
}

/** One call. `id`: of what it reads. */
export interface Subject {
  id: string;
  kind: SettingsKind;
  place: Place;
  path: string;
}

/** Times are of the monotonic clock. */
export function createSettingsTurns(kinds: readonly SettingsKind[]) {
  const dueAt = new Map<string, number>();

  function subjectsOf(places: readonly Place[]): Subject[] {
    const all = kinds.flatMap((kind) =>
      places
        .filter(({ of }) => of === kind.of)
        .map((place) => ({
          ...{ kind, place, path: filled(kind.path, place.vars, encodeURIComponent) },
          id: kind.of === 'instance' ? journalIds(place.id, kind.what) : `${place.id}/${kind.what}`,
        })),
    );
    const ids = new Set(all.map(({ id }) => id));
    for (const id of dueAt.keys()) if (!ids.has(id)) dueAt.delete(id);
    return all;
  }

  return {
    /** The longest overdue first, and those of one kind together. */
    next(places: readonly Place[], now: number): Subject[] {
      const all = subjectsOf(places);
      const most = Math.max(LEAST, Math.ceil((all.length * SETTINGS_EVERY_MS * 1.25) / ROUND_MS));
      const due = (subject: Subject) => dueAt.get(subject.id) ?? Number.NEGATIVE_INFINITY;
      return all
        .filter((subject) => subject.place.isAnswering && due(subject) <= now)
        .sort((a, b) => compared(due(a), due(b)))
        .slice(0, most);
    },
    done: ({ id }: Subject, now: number): void => void dueAt.set(id, now + DUE_MS),
    /** It is tried again in some minutes. */
    failed: ({ id }: Subject, now: number): void => void dueAt.set(id, now + RETRY_MS),
    /** It comes first in the next run. */
    urge: ({ id }: Pick<Subject, 'id'>): void => void dueAt.delete(id),
    subjectsOf,
  };
}

const compared = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
