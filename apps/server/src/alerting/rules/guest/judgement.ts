// What the model of protection says about a guest: late, damaged and unverified backups, and guests that no job includes.

import type { AlertType } from '@belfry/domain/alerts/catalogue';
import type { Guest } from '@belfry/schema/entities/guest';
import type { GuestProtection, ProtectionState } from '@belfry/schema/protection/guest-protection';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Notice, SharedNotice } from '../../engine/notice.ts';
import type { Confirm, Reading, Shared, Verdict } from '../../engine/reading.ts';
import {
  backupDamaged,
  backupLate,
  backupMissing,
  backupsUnverified,
  restoreTestDue,
} from '../../readings/pve-messages.ts';
import { bad, off, unknown, well } from '../../readings/verdicts.ts';
import type { JudgedGuests } from './judged-guests.ts';

export const ofJudgement: readonly AlertType[] = [
  'backup-late',
  'backup-damaged',
  'backup-unverified',
  'backup-missing',
  'restore-test',
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
    text: (judged: GuestProtection) => Sentence,
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
    reading(
      'restore-test',
      LISTS_READ,
      ({ testDue }) => unless(testDue !== undefined),
      ({ testDue }) => (testDue ? restoreTestDue(guest, testDue) : { id: 'words', values: { words: '' } }),
    ),
  ];
}

const ofJudged: SharedNotice = {
  ...{ of: 'guest', from: 'Proxmox VE 7 and newer', poll: 'pve protection', shown: 'Backups, Protection' },
  needs: 'Sys.Audit, and the privileges to list backups or a watched backup server',
};
const ofServers: SharedNotice = {
  ...{ ...ofJudged, from: 'Proxmox Backup Server 2 and newer', needs: 'Datastore.Audit', poll: 'pbs backups' },
};

export const judgementNotices: readonly Notice[] = [
  { ...ofJudged, type: 'backup-late', fact: 'A guest has no backup as new as its job promises', after: LISTS_READ },
  { ...ofServers, type: 'backup-damaged', fact: 'The newest backup of a guest is damaged', after: LISTS_READ },
  {
    ...{ ...ofServers, type: 'backup-unverified', after: LISTS_READ },
    fact: 'No backup of a guest was verified for more than a week',
  },
  { ...ofJudged, type: 'backup-missing', fact: 'No backup job includes a guest', after: A_DAY },
  {
    ...{ ...ofJudged, type: 'restore-test', shown: 'Backups, Restore tests', after: LISTS_READ },
    fact: 'A plan wants a restore test of the guest soon, or the time ended without one; a test that Belfry saw ends it',
  },
];
