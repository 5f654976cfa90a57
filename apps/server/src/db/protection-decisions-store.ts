// What people have decided about the protection of guests: in memory, because the model of protection needs it all the time.
import { randomUUID } from 'node:crypto';
import type { ProtectionDecisions } from '@belfry/schema/http/protection';
import type { Assignment, Exclusion, RestoreTest } from '@belfry/schema/protection/decisions';
import { type Clock, iso } from '../lib/clock.ts';
import type { Scope } from './scope.ts';
import type { Rows } from './tables.ts';

type Stored = { [K in 'exclusions' | 'assignments' | 'restoreTests']: ProtectionDecisions[K][number] };

/** `at` epoch ms. */
type NewRestoreTest = Omit<RestoreTest, 'id' | 'at'> & { at: number };

/** The lists are sorted by their key, restore tests the newest first. `by` is the name of a person. */
export function createProtectionDecisionsStore({ memory, write }: Scope, clock: Clock) {
  return {
    exclusions: (): Stored['exclusions'][] =>
      memory.exclusions
        .list()
        .map(shownExclusion)
        .sort((a, b) => (a.guest < b.guest ? -1 : 1)),
    exclude: (exclusion: Exclusion, by: string) =>
      write(({ exclusions }) => exclusions.put(exclusionRow({ ...exclusion, by, since: iso(clock.now()) }))),
    /** This and the other removals: false when there is no such thing. */
    include: (guest: string): Promise<boolean> => write(({ exclusions }) => exclusions.remove(guest)),
    assignments: (): Stored['assignments'][] =>
      memory.assignments
        .list()
        .map(shownAssignment)
        .sort((a, b) => (a.group < b.group ? -1 : 1)),
    assign: (assignment: Assignment, by: string) =>
      write(({ assignments }) => assignments.put(assignmentRow({ ...assignment, by, since: iso(clock.now()) }))),
    unassign: (group: string): Promise<boolean> => write(({ assignments }) => assignments.remove(group)),
    restoreTests: (): Stored['restoreTests'][] =>
      memory.restoreTests
        .list()
        .sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
        .map(shownTest),
    async addRestoreTest(test: NewRestoreTest, by: string): Promise<Stored['restoreTests']> {
      const row = { ...test, id: randomUUID(), by, since: clock.now() };
      await write(({ restoreTests }) => restoreTests.put(row));
      return shownTest(row);
    },
    removeRestoreTest: (id: string): Promise<boolean> => write(({ restoreTests }) => restoreTests.remove(id)),
    /** Replaces all of them. */
    replaceAll: (all: Pick<ProtectionDecisions, 'exclusions' | 'assignments' | 'restoreTests'>) =>
      write(async ({ exclusions, assignments, restoreTests }) => {
        for (const { guest } of exclusions.list()) await exclusions.remove(guest);
        for (const { backups } of assignments.list()) await assignments.remove(backups);
        for (const { id } of restoreTests.list()) await restoreTests.remove(id);
        for (const exclusion of all.exclusions) await exclusions.put(exclusionRow(exclusion));
        for (const assignment of all.assignments) await assignments.put(assignmentRow(assignment));
        for (const { at, since, ...test } of all.restoreTests)
          await restoreTests.put({ ...test, at: Date.parse(at), since: Date.parse(since) });
      }),
  };
}

const shownExclusion = ({ until, since, ...row }: Rows['exclusions']): Stored['exclusions'] => ({
  ...row,
  ...(until !== null && { until: iso(until) }),
  since: iso(since),
});
const exclusionRow = ({ guest, note, until, by, since }: Stored['exclusions']): Rows['exclusions'] => ({
  ...{ guest, note, by },
  until: until === undefined ? null : Date.parse(until),
  since: Date.parse(since),
});

const shownAssignment = ({ backups: group, since, ...row }: Rows['assignments']): Stored['assignments'] => ({
  group,
  ...row,
  since: iso(since),
});
const assignmentRow = ({ group, guest, by, since }: Stored['assignments']): Rows['assignments'] => ({
  ...{ backups: group, guest, by },
  since: Date.parse(since),
});

const shownTest = ({ at, since, ...row }: Rows['restoreTests']): Stored['restoreTests'] => ({
  ...row,
  at: iso(at),
  since: iso(since),
});
