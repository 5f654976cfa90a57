// Which guests a plan of restore tests wants tested now. Only tests that Belfry saw count.
import type { TestDue, TestGroup, TestPlan } from '@belfry/schema/drill/plan';
import type { Zone } from '../calendar-event/runs.ts';
import { type Period, parsePeriod } from '../evidence/period.ts';

export interface PlannedGuest {
  id: string;
  name: string;
  tags: readonly string[];
  pool?: string | undefined;
  site?: string | undefined;
  hasBackup: boolean;
}

/** By the id of the guest: when its tests were handed out that it passed, epoch ms. */
export type PassedTests = ReadonlyMap<string, readonly number[]>;

const DAY_MS = 86_400_000;
/** A far larger estate has fewer tags. */
const MAX_GROUPS = 500;

/** On the clock of `zone`. */
export function planGroups(
  plan: TestPlan,
  guests: readonly PlannedGuest[],
  passed: PassedTests,
  now: number,
  zone: Zone,
): TestGroup[] {
  const period = periodAt(plan.every, now, zone);
  const before = periodAt(plan.every, period.from - DAY_MS, zone);
  return groupsOf(plan, guests).map(([group, members]) => {
    const able = members.filter(({ hasBackup }) => hasBackup);
    const wanted = Math.min(plan.count, able.length);
    const within = ({ from, until }: Period) => ({
      tested: members.flatMap(({ id, name }) => {
        const at = (passed.get(id) ?? []).filter((each) => each >= from && each < until).sort((a, b) => b - a)[0];
        return at === undefined ? [] : [{ guest: id, name, at: new Date(at).toISOString() }];
      }),
    });
    const { tested } = within(period);
    const isTested = new Set(tested.map(({ guest }) => guest));
    const next = able
      .filter(({ id }) => !isTested.has(id))
      .map(({ id, name }) => ({ guest: id, name, last: Math.max(0, ...(passed.get(id) ?? [])) }))
      .sort((a, b) => a.last - b.last || (a.guest < b.guest ? -1 : 1))
      .slice(0, Math.max(0, wanted - tested.length))
      .map(({ last, ...guest }) => ({ ...guest, ...(last > 0 && { at: new Date(last).toISOString() }) }));
    const isMissed =
      tested.length === 0 && Date.parse(plan.since) < before.from && within(before).tested.length < wanted;
    return {
      ...{ group, wanted, tested, next },
      state: stateOf({ isDone: next.length === 0, isMissed, isNone: able.length === 0 }, plan, period, now),
      without: members.length - able.length,
      until: new Date(period.until).toISOString(),
    };
  });
}

function stateOf(
  { isDone, isMissed, isNone }: { isDone: boolean; isMissed: boolean; isNone: boolean },
  { remindDays }: TestPlan,
  { until }: Period,
  now: number,
): TestGroup['state'] {
  if (isNone) return 'none';
  if (isDone) return 'done';
  if (isMissed) return 'overdue';
  return now >= until - remindDays * DAY_MS ? 'due' : 'open';
}

/** By the id of the guest: the plan that wants it tested first. */
export function dueTests(all: readonly { plan: TestPlan; groups: readonly TestGroup[] }[]): Map<string, TestDue> {
  const due = new Map<string, TestDue>();
  for (const { plan, groups } of all)
    for (const { state, next, until } of groups) {
      if (state !== 'due' && state !== 'overdue') continue;
      for (const { guest } of next) {
        const known = due.get(guest);
        if (known && (known.isOverdue || state === 'due')) continue;
        due.set(guest, { plan: plan.name, until, ...(state === 'overdue' && { isOverdue: true }) });
      }
    }
  return due;
}

function groupsOf({ scope }: TestPlan, guests: readonly PlannedGuest[]): [string, PlannedGuest[]][] {
  const { kind, names } = scope;
  if (kind === 'guests') return [['', guests.filter(({ id }) => names.includes(id))]];
  const own = (guest: PlannedGuest): readonly string[] =>
    kind === 'tag' ? guest.tags : [guest[kind] ?? ''].filter((name) => name !== '' || kind === 'site');
  const found = new Map<string, PlannedGuest[]>(names.map((name) => [name, []]));
  for (const guest of guests)
    for (const name of new Set(own(guest)))
      if (names.length === 0 || found.has(name)) found.set(name, [...(found.get(name) ?? []), guest]);
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, MAX_GROUPS);
}

function periodAt(every: TestPlan['every'], at: number, zone: Zone): Period {
  const wall = new Date(at + zone(at));
  const [year, month] = [wall.getUTCFullYear(), wall.getUTCMonth()];
  const of = (key: string) => parsePeriod(key, zone) ?? { key, from: at, until: at };
  if (every === 'month') return of(`${year}-${`${month + 1}`.padStart(2, '0')}`);
  if (every === 'quarter') return of(`${year}-Q${Math.floor(month / 3) + 1}`);
  const [first, last] = [of(`${year}-Q1`), of(`${year}-Q4`)];
  return { key: `${year}`, from: first.from, until: last.until };
}
