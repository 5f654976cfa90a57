// What must hold after a storm, whatever happened in it.
import type { HistoryEntry } from '@belfry/schema/alerts/history';
import { HistoryReply } from '@belfry/schema/http/history';
import { collectorLimits } from '../../../collector/own-history.ts';
import { openEngineHistory } from '../../../history/testing/engine-history.ts';
import { until } from './clock.ts';
import type { Notes, Span } from './play.ts';
import { copyOf, type World } from './world.ts';

const STEP = 10_000;
const MINUTE = 60_000;
/** The server goes on with what it last heard for so long. */
const HELD_MS = 3 * STEP;
/** A server that is killed loses so much of its history. */
const UNWRITTEN_MS = 660_000;
/** A collector keeps steps of ten seconds so long. */
const [KEPT_MS] = collectorLimits.retentionMs;
/** An outage of some minutes is made good. */
const CAUGHT_UP_MS = 120_000;
const alertOf = (vmid: number) => `guest-powered-off-branch-${vmid}`;
const overlaps = (a: Span, b: Span) => a.from < b.to && b.from < a.to;
const around = ({ from, to }: Span, ms: number): Span => ({ from: from - ms, to: to + ms });

async function historyOf(world: World): Promise<HistoryEntry[]> {
  return (await world.call('GET', '/api/alerts/history?limit=1000')).json as HistoryEntry[];
}

/** Blips that the collector saw from their beginning to their end, while it could tell nobody. */
const unseen = ({ blips, gaps, pauses, twins, collectorLosses, serverBreaks, oldServer, eras }: Notes) =>
  blips.filter((blip) => {
    const gap = gaps.find(({ from, to }) => from + 45_000 < blip.from && blip.to + 30_000 < to);
    if (!gap) return false;
    const near = around(gap, 60_000);
    return (
      ![...pauses, ...twins, ...oldServer, ...serverBreaks].some((span) => overlaps(span, near)) &&
      !collectorLosses.some((at) => at > gap.from) &&
      eras.some(({ from, to }) => from < gap.from - 30_000 && to > gap.to + 60_000)
    );
  });

/** After all is well. Waits for what is on its way. */
export async function judgeMessages(world: World, notes: Notes): Promise<string[]> {
  const faults: string[] = [];
  const { receiver, clock } = world;
  const about = (vmid: number) => receiver.told.filter(({ alert }) => alert === alertOf(vmid));
  for (const { vmid } of unseen(notes))
    await until(
      async () => (await historyOf(world)).some(({ id, late }) => id === alertOf(vmid) && late !== undefined),
      `the late alert about ${vmid}`,
    ).catch((error: Error) => faults.push(error.message));
  for (const { vmid, at } of notes.stopped)
    await until(
      () => about(vmid).some(({ kind }) => kind === 'raised') || clock.now() - at,
      `a message about ${vmid}, which is off`,
    ).catch((error: Error) => faults.push(error.message));
  await clock.pass(40_000);
  const history = await historyOf(world);

  // Each occurrence once.
  const groups = Map.groupBy(receiver.told, ({ occurrence, kind }) => `${kind} ${occurrence}`);
  for (const [name, all] of groups) {
    const again = all.slice(1);
    const isLost = again.every(
      ({ key, at }) => key === all[0]?.key && notes.serverBreaks.some(({ from, to }) => at > from && at < to + 60_000),
    );
    if (again.length > 0 && !isLost) faults.push(`told ${all.length} times: ${name}, ${all[0]?.alert}`);
  }
  for (const { occurrence, id, late, notified } of history)
    if (late !== undefined && (notified || receiver.told.some((told) => told.occurrence === occurrence)))
      faults.push(`a message was sent about the late ${id}`);

  // Nothing is told of what is long over.
  for (const { alert, kind, at } of receiver.told) {
    if (kind !== 'raised' || !alert.startsWith('guest-powered-off-')) continue;
    const offs: Span[] = [
      ...notes.blips.filter(({ vmid }) => alertOf(vmid) === alert),
      ...notes.stopped.filter(({ vmid }) => alertOf(vmid) === alert).map((one) => ({ from: one.at, to: Infinity })),
    ];
    const frozen = notes.serverBreaks.filter((span) => span.from < at && span.to > at - 200_000);
    const slack = 60_000 + frozen.reduce((sum, { from, to }) => sum + to - from, 0);
    if (!offs.some(({ from, to }) => from <= at && at <= to + slack)) faults.push(`told late of ${alert}`);
  }

  for (const blip of unseen(notes)) {
    const own = history.filter(({ id }) => id === alertOf(blip.vmid));
    const [first] = own;
    if (own.length !== 1 || first?.late === undefined) faults.push(`${own.length} alerts about ${blip.vmid}`);
    else if (Math.abs(Date.parse(first.startTime) - blip.from) > HELD_MS) faults.push(`${first.id} has another time`);
  }
  for (const { vmid } of notes.blips) {
    const open = history.find(({ id, status }) => id === alertOf(vmid) && status !== 'resolved');
    if (open) faults.push(`${open.id} has not ended`);
  }
  for (const [occurrence, entries] of Map.groupBy(history, (entry) => entry.occurrence))
    if (entries.length > 1) faults.push(`twice in the history: ${occurrence}`);
  const { serverProblems, sites } = await world.state();
  // All is well, and an honest collector has said nothing that is not taken.
  for (const { refused } of sites) if (refused) faults.push(`the site shows a refusal: ${refused.message}`);
  for (const [name, problem] of Object.entries(serverProblems))
    faults.push(`a problem of the server: ${name}: ${problem.message}`);
  return [...faults, ...world.observer.faults];
}

/** Values of the server, asked before it ends. */
export async function valuesOf(world: World, since: number) {
  const { nodes, vms, containers } = await world.state();
  const resources = [
    ...nodes.map(({ id }) => ({ kind: 'node' as const, id })),
    ...[...vms, ...containers].map(({ id }) => ({ kind: 'guest' as const, id })),
  ];
  const from = Math.ceil(since / STEP) * STEP;
  const to = Math.floor(world.clock.now() / STEP) * STEP;
  const ids = resources.map(({ kind, id }) => encodeURIComponent(`${kind}/${id}`)).join(',');
  const points = (to - from) / STEP;
  const answer = await world.call('GET', `/api/history?ids=${ids}&metrics=cpu&from=${from}&to=${to}&points=${points}`);
  return { resources, from, to, points, series: HistoryReply.parse(answer.json).series };
}

/** The history of the server beside that of the collector, which has ended. */
export async function judgeValues(
  world: World,
  { resources, from, to, points, series }: Awaited<ReturnType<typeof valuesOf>>,
  notes: Notes,
  copy: string,
): Promise<string[]> {
  const faults: string[] = [];
  // Known: a copy of the folder that takes the line before all is sent answers in place of the first collector, and does not have what that
  // one had in memory only. The server does not ask a second time for what was answered.
  const copied = notes.twins
    .filter(({ from, to }) => notes.gaps.some((gap) => overlaps(gap, { from: from - CAUGHT_UP_MS, to })))
    .map(({ from, to }) => ({ from: from - UNWRITTEN_MS, to }));
  const dataDir = copyOf(world.siteDir, copy);
  for (const [index, era] of notes.eras.entries()) {
    // Known: what was measured before the clock of the collector was set, and was not sent yet, is not found after that. It is not sent again
    // to a server that lost it because it was killed.
    const unsent = [
      ...notes.gaps.filter(({ from, to }) => from < era.to && to > era.to - 120_000),
      ...notes.serverBreaks.filter(({ from, to }) => from - UNWRITTEN_MS < era.to && to > era.to - 120_000),
    ];
    const isUnsent = ({ from }: Span) => unsent.some((each) => from > each.from - UNWRITTEN_MS);
    const { aheadMs } = era;
    // By the clock of this era, so that its steps of ten seconds are not older than a day.
    const now = () => world.clock.now() + aheadMs;
    // A collector whose clock was set ahead has removed them, and keeps the means of minutes.
    const isForgotten = notes.eras.slice(index + 1).some((later) => later.aheadMs - aheadMs >= KEPT_MS);
    const kept = await openEngineHistory({ now, dataDir });
    const range = { from: from + aheadMs, to: to + aheadMs, points };
    const own = await kept.series({ resources, metrics: ['cpu'], ...range });
    await kept.close();
    for (const { id, mean } of series) {
      const there = own.find(({ resource }) => resource.id === id)?.mean ?? new Float64Array();
      const value = (n: number) => (Number.isNaN(there[n] ?? Number.NaN) ? null : (there[n] ?? null));
      const wrong: string[] = [];
      for (const [n, here] of mean.entries()) {
        const step: Span = { from: from + n * STEP, to: from + (n + 1) * STEP };
        // In the first steps the world has just become well.
        if (n < 3 || isUnsent(step)) continue;
        // At its edges the clock was just being set.
        if (step.from < era.from + 60_000 * Math.sign(index) || step.to > Math.min(era.to - 30_000, to - 2 * STEP))
          continue;
        // A server that stood still does not know how long, so it goes on with what it had.
        const isHeld = notes.serverBreaks.some((each) => overlaps(step, { from: each.from, to: each.to + HELD_MS }));
        const isCopied = here === null && copied.some((each) => overlaps(step, each));
        if (isCopied) continue;
        if (isForgotten) {
          const problem = isHeld || step.to % MINUTE !== 0 ? undefined : otherMinute(n, mean, value);
          if (problem) wrong.push(problem);
          continue;
        }
        const gap = notes.gaps.find((each) => !isHeld && each.from + HELD_MS <= step.from && step.to <= each.to);
        const expected = value(n);
        const at = `${n}: ${here} for ${expected}`;
        // What a second collector measured in the gap is as right.
        const isSame = here === expected || (here !== null && notes.twins.some((twin) => twin.to > step.from));
        if (gap && expected !== null && !isSame) wrong.push(`in a gap ${at}`);
        const isLost = notes.collectorLosses.some((loss) => loss > step.from);
        if (gap && expected === null && here !== null && !isLost) wrong.push(`in a gap ${at}`);
        if (gap || expected === null) continue;
        const near = [n - 3, n - 2, n - 1, n, n + 1, n + 2].map(value).filter((each) => each !== null);
        const [least, most] = [Math.min(...near), Math.max(...near)];
        // Each takes a sample at its own moment, so a value in between may be in one of them only.
        const slack = 4 + (most - least);
        // A busy machine may take no sample in a step.
        const isMissing =
          here === null && [1, 2].every((more) => (mean[n + more] ?? null) === null && value(n + more) !== null);
        if (isMissing || (here !== null && (here < least - slack || here > most + slack))) wrong.push(at);
      }
      if (wrong.length > 0) faults.push(`${id} from ${from}: ${wrong.slice(0, 8).join(', ')} (${wrong.length})`);
    }
  }
  return faults;
}

/**
 * Of the minute that ends with the step `last`, for which the collector has only a mean: it lies between values that the server has for that
 * time. At the edge of a time without values, one of them may have a sample that the other does not have.
 */
function otherMinute(
  last: number,
  here: readonly (number | null)[],
  value: (n: number) => number | null,
): string | undefined {
  const first = last - MINUTE / STEP + 1;
  const expected = value(last) ?? value(first);
  if (expected === null || first < 3) return undefined;
  const near = here.slice(first - 1, last + 2).filter((each) => each !== null);
  const [least, most] = [Math.min(...near), Math.max(...near)];
  const slack = 4 + most - least;
  const isWithin = expected >= least - slack && expected <= most + slack;
  return isWithin ? undefined : `minute ${first}: ${here.slice(first, last + 1)} for ${expected}`;
}
