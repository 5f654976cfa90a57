// What people decided, by guest. Pure.
import type { Decisions, Exclusion, RestoreTest } from '../../../api/protection.ts';
import type { Subject } from '../subject.ts';

export interface DecisionsByGuest {
  exclusions: ReadonlyMap<string, Exclusion>;
  /** The last one of each guest. */
  tests: ReadonlyMap<string, RestoreTest>;
}

const DAY_MS = 86_400_000;

export function byGuest({
  exclusions,
  restoreTests,
}: Pick<Decisions, 'exclusions' | 'restoreTests'>): DecisionsByGuest {
  const tests = new Map<string, RestoreTest>();
  for (const test of restoreTests) {
    const known = tests.get(test.guest);
    if (!known || Date.parse(test.at) > Date.parse(known.at)) tests.set(test.guest, test);
  }
  return { exclusions: new Map(exclusions.map((each) => [each.guest, each])), tests };
}

/** The guests with backups that had no good restore test for so many days. Nobody is reminded without `days`. */
export function untestedOf(
  subjects: Iterable<Subject>,
  restoreTests: readonly RestoreTest[],
  days: number | null,
  now: number,
): ReadonlySet<string> {
  if (days === null) return new Set();
  const since = now - days * DAY_MS;
  const tested = new Set(
    restoreTests.flatMap(({ guest, at, result }) => (result === 'ok' && Date.parse(at) >= since ? guest : [])),
  );
  return new Set(
    [...subjects].flatMap(({ id, protection }) =>
      protection.backups > 0 && protection.state !== 'excluded' && !tested.has(id) ? id : [],
    ),
  );
}
