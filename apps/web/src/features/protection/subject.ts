// A guest and how well it is protected: what the whole screen uses.

import type { GuestFacts } from '@belfry/domain/guest-figures';
import { ageAgainst } from '@belfry/domain/protection/estate';
import { lossOf } from '@belfry/domain/protection/summary';
import type { GuestProtection, ProtectionState } from '@belfry/schema/protection/guest-protection';

export type KnownGuest = Pick<
  GuestFacts,
  'id' | 'name' | 'vmid' | 'type' | 'node' | 'instance' | 'pool' | 'tags' | 'staleSince'
>;

export interface Subject {
  id: string;
  guest: KnownGuest;
  protection: GuestProtection;
}

/** How much a guest needs somebody, in the order of the list. */
export type Standing = 'problem' | 'not-covered' | 'unknown' | 'protected' | 'excluded';
export const standings: readonly Standing[] = ['problem', 'not-covered', 'unknown', 'protected', 'excluded'];

const STANDINGS: Readonly<Record<ProtectionState, Standing>> = {
  ...{ failed: 'problem', late: 'problem', never: 'problem', 'not-covered': 'not-covered' },
  ...{ unknown: 'unknown', unverified: 'protected', protected: 'protected', excluded: 'excluded' },
};
export const standingOf = ({ protection }: Subject): Standing => STANDINGS[protection.state];

/** The guests whose protection is known. One that did not change, and whose protection did not, keeps its object. */
export function joinSubjects(
  guests: ReadonlyMap<string, KnownGuest>,
  protections: readonly GuestProtection[],
  before: ReadonlyMap<string, Subject>,
): Map<string, Subject> {
  const subjects = new Map<string, Subject>();
  for (const protection of protections) {
    const guest = guests.get(protection.id);
    if (!guest) continue;
    const known = before.get(protection.id);
    const isSame = known?.guest === guest && known.protection === protection;
    subjects.set(protection.id, isSame ? known : { id: protection.id, guest, protection });
  }
  return subjects;
}

/** What is lost if it dies now, ms: infinite where there is no backup, undefined where nobody knows. `now` epoch ms. */
export function lostMs({ protection }: Subject, now: number): number | undefined {
  const loss = lossOf(protection, now);
  if (loss.kind === 'since-backup') return loss.ms;
  return loss.kind === 'everything' ? Number.POSITIVE_INFINITY : undefined;
}

export type Tone = 'ok' | 'warn' | 'crit' | 'off' | 'old';

/** The shape in front of its name. */
export function toneOf({ protection }: Subject, now: number): Tone {
  const { state, lastGood } = protection;
  if (state === 'failed' || state === 'never') return 'crit';
  if (state === 'not-covered') return 'warn';
  if (state === 'excluded') return 'off';
  if (state === 'unknown') return 'old';
  if (state !== 'late' || lastGood === undefined) return 'ok';
  return ageAgainst(protection, now - Date.parse(lastGood))?.grade === 'critical' ? 'crit' : 'warn';
}
