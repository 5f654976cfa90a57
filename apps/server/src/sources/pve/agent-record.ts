// The known data of one VM's guest agent, and the next call to it. The functions are pure, so the rules can be tested
// without a VM.
import { backoffMs } from '@belfry/domain/backoff';
import type { DiskStatusReason, NetworkInterface } from '@belfry/schema/entities/guest';
import type { Filesystem } from '@belfry/schema/entities/usage';
import type { Moment } from '../../lib/clock.ts';
import type { OperatingSystem } from './agent-info.ts';

const questions = ['flag', 'filesystems', 'interfaces', 'system'] as const;
export type AgentQuestion = (typeof questions)[number];

/** How long an answer is valid. */
const EVERY_MS: Record<AgentQuestion, number> = {
  flag: 600_000,
  filesystems: 120_000,
  interfaces: 60_000,
  system: 3_600_000,
};
const BACKOFF_BASE_MS = 60_000;
const BACKOFF_CAP_MS = 600_000;
/** If an agent is silent, its last answers are kept for this time. */
export const KEEP_MS = 3_600_000;

/**
 * Times are on the monotonic clock, except `disksAt` (epoch ms). `enabled` undefined: not yet known. `disksAt` is when
 * `disks` was measured. `heardAt` is the time of the last good answer.
 */
export interface AgentRecord {
  readonly enabled: boolean | undefined;
  readonly due: Readonly<Record<AgentQuestion, number>>;
  readonly failures: number;
  readonly reason: DiskStatusReason | undefined;
  readonly disks: readonly Filesystem[];
  readonly disksAt: number | undefined;
  readonly heardAt: number | undefined;
  readonly interfaces: readonly NetworkInterface[] | undefined;
  readonly system: OperatingSystem | undefined;
  /** The uptime at the last check. A smaller one means that the guest was restarted. */
  readonly uptime: number;
}

const nothingSaid = {
  disks: [],
  disksAt: undefined,
  heardAt: undefined,
  interfaces: undefined,
  system: undefined,
} as const;

export const newRecord = (now: number): AgentRecord => ({
  enabled: undefined,
  due: { flag: now, filesystems: now, interfaces: now, system: now },
  failures: 0,
  reason: undefined,
  ...nothingSaid,
  uptime: 0,
});

/** After a restart a guest may have a new system, new disks or a working agent. So all questions are due. */
export function seenRunning(record: AgentRecord, uptime: number, now: number): AgentRecord {
  if (uptime >= record.uptime) return uptime === record.uptime ? record : { ...record, uptime };
  const { disks, disksAt, heardAt } = record;
  return { ...newRecord(now), disks, disksAt, heardAt, uptime };
}

/** The next question, if one is due. If the agent is switched off or not yet known to be on, only `flag` can be due. */
export function nextQuestion(record: AgentRecord, now: number): AgentQuestion | undefined {
  if (record.due.flag <= now) return 'flag';
  if (!record.enabled) return undefined;
  return questions.filter((q) => record.due[q] <= now).sort((a, b) => record.due[a] - record.due[b])[0];
}

export type AgentAnswer =
  | { question: 'flag'; enabled: boolean }
  | { question: 'filesystems'; disks: readonly Filesystem[]; reason?: DiskStatusReason | undefined }
  | { question: 'interfaces'; interfaces: readonly NetworkInterface[] }
  | { question: 'system'; system: OperatingSystem };

/** `spread` 0–1 shifts the next time a little, so that guests that started together are not asked together. */
export function answered(
  record: AgentRecord,
  answer: AgentAnswer,
  { at, monotonic: now }: Moment,
  spread: number,
): AgentRecord {
  const next = now + EVERY_MS[answer.question] * (0.9 + 0.2 * spread);
  const due = { ...record.due, [answer.question]: next };
  switch (answer.question) {
    case 'flag':
      return answer.enabled
        ? { ...record, due, enabled: true, reason: known(record.reason) }
        : { ...record, ...nothingSaid, due, enabled: false, reason: 'agent-disabled' };
    case 'filesystems':
      return { ...record, due, failures: 0, heardAt: now, disks: answer.disks, disksAt: at, reason: answer.reason };
    case 'interfaces':
      return { ...record, due, failures: 0, heardAt: now, interfaces: answer.interfaces };
    case 'system':
      return { ...record, due, failures: 0, heardAt: now, system: answer.system };
  }
}

const known = (reason: AgentRecord['reason']) => (reason === 'agent-disabled' ? undefined : reason);

/**
 * After a failure no call goes to this agent for a while. The pause doubles with each failure, so a dead agent costs
 * one call every ten minutes. Its last answers are kept for an hour. Without the privilege, the pause has its full
 * length at once.
 */
export function failed(record: AgentRecord, reason: DiskStatusReason, now: number, spread: number): AgentRecord {
  const failures = record.failures + 1;
  const wait = reason === 'permission-denied' ? BACKOFF_CAP_MS : backoffMs(failures, BACKOFF_BASE_MS, BACKOFF_CAP_MS);
  const until = now + wait * (0.9 + 0.2 * spread);
  const later = (at: number) => Math.max(at, until);
  const { flag, filesystems, interfaces, system } = record.due;
  const due = {
    flag: later(flag),
    filesystems: later(filesystems),
    interfaces: later(interfaces),
    system: later(system),
  };
  const isForgotten = now - (record.heardAt ?? 0) > KEEP_MS;
  return { ...record, ...(isForgotten && nothingSaid), failures, reason, due };
}

/** An agent may not have one of the commands. Its other answers are still valid. */
export function declined(record: AgentRecord, question: AgentQuestion, now: number, spread: number): AgentRecord {
  const until = now + BACKOFF_CAP_MS * (0.9 + 0.2 * spread);
  return { ...record, due: { ...record.due, [question]: until } };
}
