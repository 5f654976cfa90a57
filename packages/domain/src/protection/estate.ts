// What a screen says about all guests in its first lines, as data: how last night went, and what would be lost now.
import type { GuestProtection, RunResult } from '@belfry/schema/protection/guest-protection';
import type { LastNights } from './nights.ts';
import { severityOf } from './runs.ts';
import { lossOf } from './summary.ts';

/**
 * `due`: the planned runs that are over. `failed`: ids of the guests of the others, the worst first. `open`: runs that are not over.
 * `byHand`: guests whose newest run by hand failed since then.
 */
export interface LastNight {
  due: number;
  worked: number;
  open: number;
  bad: Readonly<Record<BadResult, number>>;
  failed: readonly string[];
  byHand: number;
}
export type BadResult = Exclude<RunResult, 'ok' | 'running' | 'pending'>;

/** `covered`: guests that a job includes. `within`: those of them that lose no more than their schedule allows. `whole`: guests without any backup. */
export interface Losses {
  covered: number;
  within: number;
  whole: number;
}

type RunOf = { id: string; result: BadResult };

/** `since` epoch ms: earlier runs do not belong to the night. A guest counts once, with the worst of its last runs. */
export function lastNightOf(guests: readonly GuestProtection[], since: number): LastNight {
  const bad: Record<BadResult, number> = { failed: 0, damaged: 0, missed: 0, ambiguous: 0 };
  const failed: RunOf[] = [];
  let [due, worked, open, byHand] = [0, 0, 0, 0];
  for (const { id, state, lastRun, byHand: own } of guests) {
    if (own && state !== 'excluded' && Date.parse(own.at) >= since) byHand++;
    if (!lastRun || state === 'excluded' || Date.parse(lastRun.at) < since) continue;
    const { result } = lastRun;
    if (result === 'running' || result === 'pending') open++;
    else {
      due++;
      if (result === 'ok') worked++;
      else {
        bad[result]++;
        failed.push({ id, result });
      }
    }
  }
  failed.sort((a, b) => severityOf(b) - severityOf(a) || (a.id < b.id ? -1 : 1));
  return { due, worked, open, bad, failed: failed.map(({ id }) => id), byHand };
}

/** After midnight, the night before counts as the last one until the first run of the present night is due. */
export function latestNightOf(guests: readonly GuestProtection[], { before, since, until }: LastNights): LastNight {
  const present = lastNightOf(guests, since);
  const isAhead = ({ state, nextRun }: GuestProtection) =>
    state !== 'excluded' && nextRun !== undefined && Date.parse(nextRun) < until;
  return present.due + present.open === 0 && guests.some(isAhead) ? lastNightOf(guests, before) : present;
}

export function lossesOf(guests: readonly GuestProtection[], now: number): Losses {
  let [covered, within, whole] = [0, 0, 0];
  for (const guest of guests) {
    const { state, jobs } = guest;
    if (state === 'excluded') continue;
    if (lossOf(guest, now).kind === 'everything') whole++;
    if (jobs.length === 0) continue;
    covered++;
    if (state === 'protected' || state === 'unverified') within++;
  }
  return { covered, within, whole };
}

/** More than that is worse than being late: the bar of a guest is full. */
const BARS = 2;
/** From here on a guest that is late is as bad as one whose backup failed. */
const LONG_LATE = 1.5;

/** The age of the last good backup in intervals of its schedule, as a share of a bar of two intervals, and how bad that is. */
export function ageAgainst(
  { everySeconds, state }: Pick<GuestProtection, 'everySeconds' | 'state'>,
  ms: number,
): { share: number; grade: 'ok' | 'warning' | 'critical' } | undefined {
  if (everySeconds === undefined || everySeconds <= 0) return undefined;
  const intervals = ms / (everySeconds * 1000);
  const share = Math.min(1, intervals / BARS);
  if (state !== 'late' && state !== 'failed') return { share, grade: 'ok' };
  return { share, grade: intervals > LONG_LATE ? 'critical' : 'warning' };
}
