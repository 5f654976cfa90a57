// Every half a minute: some of the configurations that the journal of changes knows, by the table of kinds of the product.
import { journalIds } from '@belfry/domain/ids';
import { ok } from '@belfry/domain/result';
import type { Gap } from '@belfry/schema/entities/instance';
import type { ChangingTask } from '@belfry/schema/journal/reading';
import type { SourceError } from '@belfry/schema/messages/observation';
import type { Clock } from '../../lib/clock.ts';
import type { Poll } from '../source.ts';
import { createDenials } from './denials.ts';
import { badPayload } from './failure.ts';
import { fingerprintOf, parseRights, type Rights } from './granted-rights.ts';
import { joined, type ListReadings, noReadings } from './list-readings.ts';
import { gapOf } from './parts.ts';
import type { Reader } from './session.ts';
import { provesWhole, readingsOf } from './settings-answer.ts';
import {
  type Hint,
  type HintingTask,
  isFiltered,
  missingOf,
  needsOf,
  type SettingsKind,
  seesSome,
} from './settings-kind.ts';
import { createSettingsTurns, type Place, SETTINGS_EVERY_MS, type Subject } from './settings-turns.ts';

const PART = 'configurations';
/** The statuses of a version that does not have the call. */
const NO_CALL = [404, 501];
const KEEP_TASKS_MS = 2 * 3_600_000;
/** A privilege that is granted is seen within this time. */
const LOOK_AGAIN_MS = 300_000;

export interface SettingsPollDeps {
  kinds: readonly SettingsKind[];
  clock: Clock;
  read(signal: AbortSignal): Reader;
  /** The id and the name of the instance. */
  instance(): { id: string; name: string };
  /** Nodes and guests. */
  places(): readonly Place[];
  /** False: the product has no list of privileges, and refuses whole calls. */
  hasRights: boolean;
  hints?: Readonly<Record<string, Hint>>;
  /** The latest tasks with a hint. */
  tasks?(reader: Reader): readonly HintingTask[] | Promise<readonly HintingTask[]>;
  /** The name of the account. */
  account?(): string;
}

export function createSettingsPoll(deps: SettingsPollDeps): Poll {
  const { kinds, clock, hints = {}, hasRights } = deps;
  const turns = createSettingsTurns(kinds);
  const denials = createDenials(clock, 2);
  /** By subject. A run reads only some of them, so what was found by earlier runs still applies. */
  const gaps = new Map<string, Gap>();
  /** By list: the ids of the last one, while those that are missing now wait for a second look. */
  const listed = new Map<string, readonly string[]>();
  /** Rows of kinds that others ask about one by one. */
  const named = new Map<string, readonly string[]>();
  const seenTasks = new Map<string, { isRunning: boolean; at: number }>();
  let tasks: readonly HintingTask[] = [];
  let rights: Rights | undefined;
  let granted: { fingerprint: string; at: number } | undefined;

  const allPlaces = (): Place[] => {
    const { id, name } = deps.instance();
    const rowOf = (what: string, row: string): Place => ({
      ...{ of: `each ${what}`, vars: { id: row }, id: `${id}/of ${what}/${row}`, name: row },
      ...{ about: `${journalIds(id, what)}${row}`, isAnswering: true },
    });
    return [
      { of: 'instance', id, name, vars: {}, about: id, isAnswering: true },
      ...deps.places(),
      ...[...named].flatMap(([what, rows]) => rows.map((row) => rowOf(what, row))),
    ];
  };

  /** What a task says about a kind in a place. */
  const hintsAt = ({ kind, place }: Subject, task: HintingTask): Hint | undefined => {
    const hint = hints[task.type];
    const isThere = kind.of !== 'node' || place.vars.node === task.node;
    return hint?.reads.includes(kind.what) && isThere ? hint : undefined;
  };

  function urgeHinted(places: readonly Place[]): void {
    const news = tasks.filter(({ id, isRunning }) => seenTasks.get(id)?.isRunning !== isRunning);
    if (news.length === 0) return;
    for (const subject of turns.subjectsOf(places))
      if (news.some((task) => hintsAt(subject, task))) turns.urge(subject);
    const now = clock.monotonic();
    for (const { id, isRunning } of news) seenTasks.set(id, { isRunning, at: now });
    for (const [id, { at }] of seenTasks) if (at < now - KEEP_TASKS_MS) seenTasks.delete(id);
  }

  function tasksOf(subject: Subject, name: string): ChangingTask[] {
    return tasks.flatMap((task) => {
      const { id, user, at, isRunning } = task;
      if (task.of !== '' && name !== '' && task.of !== name) return [];
      return (hintsAt(subject, task)?.touches ?? []).map((touches) => ({
        ...{ id: `${id} ${touches}`, user, touches, at },
        ...(isRunning && { isRunning: true as const }),
      }));
    });
  }

  const removedBy = (subject: Subject): string[] =>
    tasks.flatMap((task) => (task.of !== '' && hintsAt(subject, task)?.touches?.includes('removal') ? task.of : []));

  async function readRights(reader: Reader, places: readonly Place[]): Promise<Rights | undefined> {
    const answer = await reader.get('/access/permissions', { blameless: true });
    const found = answer.ok ? parseRights(answer.value) : undefined;
    if (!answer.ok || !found) return undefined;
    const fingerprint = fingerprintOf(answer.value);
    if (granted && granted.fingerprint !== fingerprint) showAgain(found, places);
    granted = { fingerprint, at: clock.monotonic() };
    return found;
  }

  /** What may be asked now is no gap any more, and comes first. */
  function showAgain(found: Rights, places: readonly Place[]): void {
    for (const subject of turns.subjectsOf(places)) {
      if (gaps.get(subject.id)?.kind !== 'forbidden' || lacking(subject, found).length > 0) continue;
      gaps.delete(subject.id);
      turns.urge(subject);
    }
  }

  /** The privileges are read before each list that may leave out rows, and while something is hidden. */
  function isRightsDue(due: readonly Subject[]): boolean {
    if (!hasRights) return false;
    if (!rights || !granted) return due.length > 0;
    const isHidden = () => gaps.values().some(({ kind }) => kind === 'forbidden');
    const isOld = clock.monotonic() - granted.at >= LOOK_AGAIN_MS;
    return due.some(({ kind }) => isFiltered(kind)) || (isOld && isHidden());
  }

  const lacking = ({ kind, place }: Subject, granted: Rights | undefined): string[] =>
    granted ? missingOf(kind.needs, granted, place.vars) : [];

  function hide({ id, kind }: Subject, needs: readonly string[]): void {
    if (kind.isOptional) return;
    const text = needs.join(', ');
    const message = `The account may not see this: the host leaves it out without a word. It needs ${text}.`;
    gaps.set(id, { part: PART, kind: 'forbidden', message, needs: text });
  }

  /** Undefined: there is no answer, and nothing is known. */
  async function ask(reader: Reader, subject: Subject): Promise<{ subject: Subject; data: unknown } | undefined> {
    const { kind, path, id } = subject;
    const now = clock.monotonic();
    const answer = await denials.ask(kind.what, path, (calledOff) => reader.get(path, { blameless: true, calledOff }));
    gaps.delete(id);
    if (answer.ok) {
      turns.done(subject, now);
      return { subject, data: answer.value };
    }
    const { error } = answer;
    if (error.kind === 'forbidden') hide(subject, lackedBy(subject));
    else if (!error.isMissing && isOurs(error)) gaps.set(id, gapOf(PART, error));
    if (isNoCall(error, path)) turns.done(subject, now);
    else turns.failed(subject, now);
    return undefined;
  }

  /** What is missing in a list is looked at twice, because a host may be slow to apply other privileges. */
  function confirmed(subject: Subject, found: ListReadings): ListReadings {
    const [list] = found.settingsLists;
    if (!list) return found;
    const before = listed.get(list.under);
    const there = new Set(list.resources);
    listed.set(list.under, list.resources);
    if (!before || before.every((resource) => there.has(resource))) return found;
    turns.urge(subject);
    return { ...found, settingsLists: [] };
  }

  function learn({ subject, data }: { subject: Subject; data: unknown }, after: Rights | undefined): ListReadings {
    const { kind, place } = subject;
    const asked = {
      ...{ kind, instance: deps.instance().id, resource: subject.id, about: place.about, name: place.name },
      tasksOf: (name: string) => tasksOf(subject, name),
      removed: () => removedBy(subject),
    };
    const needs = hasRights ? lacking(subject, after) : [];
    const isGranted = !hasRights || kind.needs === undefined || (after !== undefined && needs.length === 0);
    const isWhole = isGranted && provesWhole(data, kind, deps.account?.() ?? '');
    if (needs.length > 0) hide(subject, needs);
    // Fields of an object may have been left out.
    if (!isWhole && kind.form !== 'rows') return noReadings;
    const found = readingsOf(data, asked, isWhole);
    if (!found) {
      gaps.set(subject.id, gapOf(PART, badPayload(`GET ${subject.path}`, 'not the answer we know.')));
      return noReadings;
    }
    if (kinds.some(({ of }) => of === `each ${kind.what}`))
      named.set(
        kind.what,
        found.settings.map(({ name }) => name),
      );
    return confirmed(subject, found);
  }

  /** Those that may be asked. The others are gaps. */
  function allowed(subjects: readonly Subject[], granted: Rights | undefined): Subject[] {
    if (!hasRights) return [...subjects];
    return subjects.filter((subject) => {
      const needs = lacking(subject, granted);
      if (granted && needs.length === 0) return true;
      turns.failed(subject, clock.monotonic());
      if (granted) hide(subject, needs);
      return granted !== undefined && seesSome(subject.kind, granted);
    });
  }

  return {
    name: 'settings',
    everyMs: SETTINGS_EVERY_MS,
    timeoutMs: 60_000,
    essential: false,
    async run(signal) {
      const reader = deps.read(signal);
      tasks = (await deps.tasks?.(reader)) ?? [];
      const places = allPlaces();
      urgeHinted(places);
      const due = turns.next(places, clock.monotonic());
      if (isRightsDue(due)) rights = await readRights(reader, places);
      const asked = await Promise.all(allowed(due, rights).map((subject) => ask(reader, subject)));
      const answers = asked.filter((answer) => answer !== undefined);
      // A privilege may have been taken away in between.
      const isDoubtful = hasRights && answers.some(({ subject }) => isFiltered(subject.kind));
      const after = isDoubtful ? await readRights(reader, places) : rights;
      const found = joined(...answers.map((answer) => learn(answer, after)));
      return ok({ slices: {}, ...found, gaps: gapsOf(gaps) });
    },
  };
}

/** An old version refuses a parameter that it does not know. */
const isNoCall = ({ status = 0 }: SourceError, path: string): boolean =>
  NO_CALL.includes(status) || (status === 400 && path.includes('?'));

const lackedBy = ({ kind: { needs = [] } }: Subject): string[] => needsOf(needs);

/** What was removed meanwhile, what is on a node that is offline, and a host that nobody reaches, are no missing part. */
const isOurs = ({ kind }: SourceError): boolean => kind !== 'bad-status' && kind !== 'unreachable';

/** One for all, so that it is said once. */
function gapsOf(gaps: ReadonlyMap<string, Gap>): Gap[] {
  const all = [...gaps.values()];
  const needs = [...new Set(all.flatMap((gap) => gap.needs?.split(', ') ?? []))].sort();
  const [hidden] = all.filter(({ kind }) => kind === 'forbidden');
  const text = needs.join(', ');
  if (hidden)
    return [
      {
        ...{ part: PART, kind: 'forbidden', needs: text },
        message: `The account does not see all configurations, so the journal of changes is not complete. It needs ${text}.`,
      },
    ];
  const [first] = all;
  return first ? [first] : [];
}
