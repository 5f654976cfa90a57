// Why a restore test was refused, in English. The screen and the reports say the same.
import type { DrillReason } from './drill.ts';

export const drillReasons: Readonly<Record<DrillReason, string>> = {
  clone: 'It is a clone of a guest that runs, and not a restore.',
  created: 'The guest was created, and not restored.',
  notRestored: 'The guest is there, and its host has no task that restored it.',
  otherBackup: 'Another backup was restored.',
  unnamedBackup: 'The log of the restore does not say which backup was restored.',
  removedEarly: 'The copy was removed before everything was seen.',
  neverBegan: 'No restore was seen while the number was reserved.',
  notFinished: 'The restore did not end while the number was reserved.',
  restoreFailed: 'The restore failed.',
  neverStarted: 'The copy was restored, and nobody started it.',
  notRunning: 'The copy was started, and did not go on running.',
  agentSilent: 'The copy runs, and its guest agent never answered.',
  filesUnread: 'The guest agent did not say which file systems the copy has.',
  filesDiffer: 'The file systems are not as full as at the time of the backup.',
  portsClosed: 'Ports were not open.',
  portsUnseen: 'The guest, or the account of Belfry, does not let it read the open ports.',
};
