// What the model of protection says about a guest: late, damaged and unverified backups, and guests that no job includes.
import type { AlertType } from '@belfry/domain/alerts/catalogue';
import type { Guest } from '@belfry/schema/entities/guest';
import type { GuestProtection, ProtectionState } from '@belfry/schema/protection/guest-protection';
import type { Confirm, Reading, Shared, Verdict } from '../../engine/reading.ts';
import { backupDamaged, backupLate, backupMissing, backupsUnverified } from '../../readings/pve-messages.ts';
import { bad, off, unknown, well } from '../../readings/verdicts.ts';
import type { JudgedGuests } from './judged-guests.ts';

export const ofJudgement: readonly AlertType[] = [
  'backup-late',
  'backup-damaged',
  'backup-unverified',
  'backup-missing',
];

/** Lists of backups are read every five minutes. */
const LISTS_READ: Confirm = { holdMs: 900_000 };
/** Somebody who makes a guest gets a day to think of its backups. */
const A_DAY: Confirm = { holdMs: 86_400_000 };

export function judgementReadings(guest: Guest, { byId, makers }: JudgedGuests, shared: Shared): Reading[] {
  const judged = byId.get(guest.id);
  const reading = (
    type: AlertType,
    confirm: Confirm,
    verdict: (judged: GuestProtection) => Verdict,
    text: (judged: GuestProtection) => string,
  ): Reading => ({
    ...shared,
    id: `${type}-${guest.id}`,
    type,
    verdict: !judged || judged.state === 'unknown' ? unknown : judged.state === 'excluded' ? off : verdict(judged),
    confirm,
    message: () => (judged ? text(judged) : ''),
  });
  const unless = (isBad: boolean): Verdict => (isBad ? bad('warning') : well);
  const isIn = ({ state }: GuestProtection, ...states: ProtectionState[]) => states.includes(state);
  return [
    reading(
      'backup-late',
      LISTS_READ,
      (found) => unless(isIn(found, 'late', 'never')),
      (found) => backupLate(guest, found),
    ),
    reading(
      'backup-damaged',
      LISTS_READ,
      ({ lastRun }) => (lastRun?.result === 'damaged' ? bad('critical') : well),
      (found) => backupDamaged(guest, found),
    ),
    reading(
      'backup-unverified',
      LISTS_READ,
      (found) => unless(isIn(found, 'unverified')),
      () => backupsUnverified(guest),
    ),
    reading(
      'backup-missing',
      A_DAY,
      (found) => (makers.has(guest.instance) ? unless(isIn(found, 'not-covered')) : off),
      () => backupMissing(guest),
    ),
  ];
}
