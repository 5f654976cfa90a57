// What the model of protection says about all guests, for the rules.
import { eachChanged } from '@belfry/domain/delta/each-changed';
import { foundIn } from '@belfry/domain/delta/sorted';
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

/** The same object each time. Only what has changed in a list is looked at, because in a night of backups some guests change each second. */
export function createJudgedGuests(): (state: Pick<State, 'guestProtection' | 'backupJobs'>) => JudgedGuests {
  const byId = new Map<string, GuestProtection>();
  const suspects = new Set<string>();
  const makers = new Set<string>();
  const judged: JudgedGuests = { byId, suspects, makers };
  let seen: Pick<State, 'guestProtection' | 'backupJobs'> = { guestProtection: [], backupJobs: [] };

  const follow = (list: State['guestProtection'], { id }: GuestProtection) => {
    const now = foundIn(list, id);
    if (now) byId.set(id, now);
    else byId.delete(id);
    if (now && isSuspect(now)) suspects.add(id);
    else suspects.delete(id);
  };
  return ({ guestProtection, backupJobs }) => {
    eachChanged(seen.guestProtection, guestProtection, (guest) => follow(guestProtection, guest));
    if (seen.backupJobs !== backupJobs) {
      makers.clear();
      for (const { enabled, instance } of backupJobs) if (enabled) makers.add(instance);
    }
    seen = { guestProtection, backupJobs };
    return judged;
  };
}

const isSuspect = ({ state, lastRun, testDue }: GuestProtection): boolean =>
  BAD.has(state) || lastRun?.result === 'damaged' || testDue !== undefined;
