// One sentence about a guest, and the counts for all, as data: the texts belong to the screens.
import type { GuestProtection, ProtectionState } from '@belfry/schema/protection/guest-protection';

/** What is lost if the guest dies now: the changes of some milliseconds, all of it, or nobody knows. */
export type Loss = { kind: 'since-backup'; ms: number } | { kind: 'everything' } | { kind: 'unknown' };

export function lossOf({ lastGood, state }: Pick<GuestProtection, 'lastGood' | 'state'>, now: number): Loss {
  if (lastGood !== undefined) return { kind: 'since-backup', ms: Math.max(0, now - Date.parse(lastGood)) };
  return state === 'unknown' ? { kind: 'unknown' } : { kind: 'everything' };
}

/** `worked` of `due`: the last runs of guests that are over. `worst` is the id of the covered guest with the oldest good backup. */
export interface ProtectionSummary {
  states: Readonly<Record<ProtectionState, number>>;
  due: number;
  worked: number;
  withoutCopy: number;
  worst: string | undefined;
}

export function summaryOf(guests: readonly GuestProtection[]): ProtectionSummary {
  const states = {
    ...{ protected: 0, unverified: 0, late: 0, failed: 0, never: 0 },
    ...{ 'not-covered': 0, excluded: 0, unknown: 0 },
  };
  let [due, worked, withoutCopy] = [0, 0, 0];
  let worst: GuestProtection | undefined;
  for (const guest of guests) {
    states[guest.state]++;
    if (guest.jobs.length === 0 || guest.state === 'excluded') continue;
    const result = guest.lastRun?.result;
    if (result !== undefined && result !== 'pending' && result !== 'running') due++;
    if (result === 'ok') worked++;
    if (guest.lastGood !== undefined && !guest.offSite) withoutCopy++;
    if (guest.lastGood !== undefined && guest.lastGood < (worst?.lastGood ?? '~')) worst = guest;
  }
  return { states, due, worked, withoutCopy, worst: worst?.id };
}
