// What is said about the protection of one guest, in sentences.
import { lossOf } from '@belfry/domain/protection/summary';
import type { BackupJob } from '@belfry/schema/protection/backup-job';
import type { GuestProtection } from '@belfry/schema/protection/guest-protection';
import { formatDuration } from '../../lib/language/format.ts';
import { shortMoment } from '../../lib/moment.ts';
import { messages } from './messages.ts';

export type Jobs = ReadonlyMap<string, BackupJob>;

/** Whether somebody has said what the job is. Otherwise it has the id that Proxmox VE made for it. */
export const isNamed = ({ comment = '' }: BackupJob): boolean => comment.split('\n')[0] !== '';

export const jobName = ({ id, jobId, comment = '' }: BackupJob): string => comment.split('\n')[0] || jobId || id;

/** "If vm-120 dies now you lose 3h 12m." `now` epoch ms. */
export function lossText(name: string, protection: GuestProtection, now: number): string {
  const loss = lossOf(protection, now);
  if (loss.kind === 'since-backup') return messages.loss(name, formatDuration(loss.ms));
  return loss.kind === 'everything' ? messages.lossOfAll(name) : messages.lossUnknown(name);
}

/** Why the guest is in its state, and that a run by hand failed since. */
export function whyText(protection: GuestProtection, jobs: Jobs, now: number): string {
  const text = stateText(protection, jobs, now);
  const { byHand } = protection;
  return byHand ? `${messages.why.byHand(shortMoment(Date.parse(byHand.at), now))} ${text}` : text;
}

function stateText({ state, reason, lastRun }: GuestProtection, jobs: Jobs, now: number): string {
  if (reason) {
    const job = jobs.get(reason.job ?? '');
    return messages.reasons[reason.kind](job ? jobName(job) : (reason.job ?? ''), reason.text ?? '');
  }
  const at = lastRun ? shortMoment(Date.parse(lastRun.at), now) : '';
  const { why } = messages;
  if (state === 'never') return why.never;
  if (lastRun?.result === 'failed' || lastRun?.result === 'damaged' || lastRun?.result === 'ambiguous')
    return why[lastRun.result](at);
  if (lastRun?.result === 'missed') return why.late(at);
  return state === 'unverified' ? why.unverified : state === 'protected' ? why.protected : messages.states[state];
}
