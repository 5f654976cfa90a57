// The report that Belfry makes by itself on the first day of each month about the month before, and the places to which it goes.
import { lastMonth } from '@belfry/domain/evidence/period';
import { ok } from '@belfry/domain/result';
import { inEnglish, otherWords } from '@belfry/domain/sentences/english';
import { MonthlyReports, type MonthlyStatus } from '@belfry/schema/http/monthly-reports';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { State } from '@belfry/schema/state';
import * as z from 'zod';
import type { SettingsStore } from '../db/settings-store.ts';
import { type Clock, iso } from '../lib/clock.ts';
import type { Parts } from '../lib/parts.ts';
import { type Answer, refuse, sentenceOf } from '../lib/refusal.ts';
import { zoneNamed } from '../lib/zones.ts';
import type { LetterHead } from './letter-head.ts';
import type { Orders } from './orders.ts';
import type { Kept } from './shelf.ts';

const KEY = 'reports/monthly';
const MEMORY = 'reports/monthly-memory';
const LOOK_MS = 60_000;
const HOUR_MS = 3_600_000;
/** So long after midnight: the backups of the last night are over then. */
const AFTER_MS = 6 * HOUR_MS;

export type PlaceName = 'mail' | 'folder' | 's3';

export interface Place {
  /** As an administrator reads it. */
  name: string;
  /** Undefined: it is there. Otherwise why not. */
  put(report: Kept, settings: MonthlyReports): Promise<Sentence | undefined>;
}

/** `owner`: whose saved views are meant. */
const Stored = z.object({ settings: MonthlyReports, owner: z.string() });
/** `done`: the last period that is in every place. `open`: one that is made and is not yet in these places. */
const Memory = z.object({
  done: z.object({ period: z.string(), at: z.number() }).optional(),
  open: z.object({ period: z.string(), id: z.string(), left: z.array(z.enum(['mail', 'folder', 's3'])) }).optional(),
  /** The first period that is due. */
  first: z.string().optional(),
});
type Memory = z.infer<typeof Memory>;

export interface MonthlyDeps {
  settings: Pick<SettingsStore, 'get' | 'put' | 'keep'>;
  orders: Pick<Orders, 'wait'>;
  find(id: string): Promise<Kept | undefined>;
  check(scope: string, owner: string): Promise<Answer<unknown>>;
  /** Those that Belfry can use now. */
  places(): Partial<Record<PlaceName, Place>>;
  zone: string;
  parts: Pick<Parts, 'guardedTask'>;
  clock: Pick<Clock, 'now' | 'monotonic' | 'every'>;
}

export function createMonthly({ settings, orders, find, check, places, zone, parts, clock }: MonthlyDeps) {
  let stored = settings.get(KEY, Stored) ?? { settings: MonthlyReports.parse({}), owner: '' };
  let memory: Memory = settings.get(MEMORY, Memory) ?? {};
  let problem: (State['serverProblems'][string] & object) | undefined;
  let triedAt: number | undefined;
  let running: Promise<Answer<true>> | undefined;
  let problems: State['serverProblems'] = {};

  const due = () => lastMonth(clock.now() - AFTER_MS, zoneNamed(zone));
  const remember = (next: Memory) => {
    memory = next;
    settings.keep(MEMORY, next).catch(() => {});
  };
  function show(sentence: Sentence | undefined): void {
    if (!sentence) [problem, problems] = [undefined, {}];
    else {
      const said = inEnglish(sentence);
      if (problem?.message === said.message) return;
      problem = { ...said, since: problem?.since ?? iso(clock.now()) };
      problems = { evidence: problem };
    }
  }

  async function made(period: string): Promise<Answer<Kept>> {
    const known = memory.open?.period === period ? await find(memory.open.id) : undefined;
    if (known) return ok(known);
    const { scope, format, language, paper } = stored.settings;
    return orders.wait({ period, scope, format, language, paper, owner: stored.owner }, '');
  }
  /** Puts it into each of these places, and returns why it is not in some. */
  async function deliver(report: Kept, period: string, to: readonly PlaceName[]): Promise<Sentence[]> {
    const reasons: Sentence[] = [];
    let left = to;
    for (const name of to) {
      const place = places()[name];
      const missing: Sentence = name === 'mail' ? { id: 'report.mailOff' } : { id: 'report.noPlace' };
      const reason = place ? await put(place, report) : missing;
      if (reason) reasons.push({ id: 'report.notThere', values: { place: place?.name ?? name, reason } });
      else left = left.filter((each) => each !== name);
      remember({ ...memory, open: { period, id: report.id, left: [...left] } });
    }
    return reasons;
  }
  const put = (place: Place, report: Kept): Promise<Sentence | undefined> =>
    place.put(report, stored.settings).catch((error) => otherWords(String(error).slice(0, 300)));

  async function attempt(period: string, isAgain: boolean): Promise<Answer<true>> {
    const wanted = (['mail', 'folder', 's3'] as const).filter((name) => stored.settings[name]);
    if (isAgain) remember({ ...memory, open: undefined });
    const report = await made(period);
    const failed = (reasons: Sentence[]) => {
      const sentence: Sentence = { id: 'report.monthFailed', values: { period, reasons } };
      show(sentence);
      return refuse('unavailable', sentence);
    };
    if (!report.ok) return failed([sentenceOf(report.error)]);
    const left = memory.open?.period === period ? memory.open.left : wanted;
    const reasons = await deliver(report.value, period, left);
    if (reasons.length > 0) return failed(reasons);
    remember({ ...memory, open: undefined, done: { period, at: clock.now() } });
    show(undefined);
    return ok(true);
  }
  /** One at a time: who asks meanwhile gets the same one. */
  function run(period: string, isAgain: boolean): Promise<Answer<true>> {
    triedAt = clock.monotonic();
    running ??= attempt(period, isAgain).finally(() => {
      running = undefined;
    });
    return running;
  }
  async function look(): Promise<void> {
    const period = due();
    const isDue = period >= (memory.first ?? period) && period > (memory.done?.period ?? '');
    if (!stored.settings.enabled || !isDue || running) return;
    if (triedAt !== undefined && clock.monotonic() - triedAt < HOUR_MS) return;
    await run(period, false);
  }

  function status(): MonthlyStatus {
    const can = places();
    return {
      settings: stored.settings,
      places: {
        mail: can.mail !== undefined,
        ...(can.folder && { folder: can.folder.name }),
        ...(can.s3 && { s3: can.s3.name }),
      },
      ...(stored.settings.enabled && { next: iso(nextStart(clock.now(), zone)) }),
      ...(memory.done && { last: { period: memory.done.period, at: iso(memory.done.at) } }),
      ...(problem && { problem }),
    };
  }

  return {
    keepDays: (): number => stored.settings.keepDays,
    head(): LetterHead {
      const { name, logo } = stored.settings;
      return { name, logo: logo === '' ? undefined : Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64') };
    },
    status,
    async change(next: MonthlyReports, owner: string): Promise<Answer<MonthlyStatus>> {
      const can = places();
      if (next.enabled && (next.folder || next.s3) && ((next.folder && !can.folder) || (next.s3 && !can.s3)))
        return refuse('bad_request', { id: 'report.noPlace' });
      const found = await check(next.scope, owner);
      if (!found.ok) return found;
      // The first one is that of the present month: nobody is surprised by one about a month that is over.
      if (next.enabled && !stored.settings.enabled)
        remember({
          ...memory,
          open: undefined,
          first: lastMonth(nextStart(clock.now(), zone) - AFTER_MS, zoneNamed(zone)),
        });
      stored = { settings: next, owner };
      await settings.put(KEY, stored);
      triedAt = undefined;
      if (!next.enabled) show(undefined);
      return ok(status());
    },
    /** The last whole month, now, also when it was made before. */
    runNow: (): Promise<Answer<true>> => run(lastMonth(clock.now(), zoneNamed(zone)), true),
    /** Empty while the last one is in every place. The same object while nothing changes. */
    problems: () => problems,
    look,
    /** Returns what stops it. */
    start: () => clock.every(LOOK_MS, () => parts.guardedTask('the monthly evidence report', look, undefined)),
  };
}

/** When the next month begins on the clock of the server, and six hours. */
function nextStart(now: number, zone: string): number {
  const offset = zoneNamed(zone);
  const wall = new Date(now - AFTER_MS + offset(now));
  const first = Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + 1, 1);
  return first - offset(first) + AFTER_MS;
}
