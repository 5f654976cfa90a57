// What the model of protection says about all guests, for the rules: looked up once for each list.
import type { GuestProtection } from '@belfry/schema/protection/guest-protection';
import type { State } from '@belfry/schema/state';

export interface JudgedGuests {
  /** By the id of the guest. */
  byId: ReadonlyMap<string, GuestProtection>;
  /** Guests whose state, or whose last run, is bad, or that are to be tested. */
  suspects: ReadonlySet<string>;
  /** The ids of the instances with a backup job that is enabled. */
  makers: ReadonlySet<string>;
}

const BAD: ReadonlySet<GuestProtection['state']> = new Set(['late', 'never', 'unverified', 'not-covered']);

export function createJudgedGuests(): (state: Pick<State, 'guestProtection' | 'backupJobs'>) => JudgedGuests {
  let seen: Pick<State, 'guestProtection' | 'backupJobs'> | undefined;
  let known: JudgedGuests = { byId: new Map(), suspects: new Set(), makers: new Set() };
  return ({ guestProtection, backupJobs }) => {
    if (seen?.guestProtection === guestProtection && seen.backupJobs === backupJobs) return known;
    const bad = guestProtection.filter(
      ({ state, lastRun, testDue }) => BAD.has(state) || lastRun?.result === 'damaged' || testDue !== undefined,
    );
    seen = { guestProtection, backupJobs };
    known = {
      byId: new Map(guestProtection.map((guest) => [guest.id, guest])),
      suspects: new Set(bad.map(({ id }) => id)),
      makers: new Set(backupJobs.filter(({ enabled }) => enabled).map(({ instance }) => instance)),
    };
    return known;
  };
}
