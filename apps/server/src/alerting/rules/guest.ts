// The rules about guests.
import type { AlertType } from '@belfry/domain/alerts/catalogue';
import { guestSubject } from '@belfry/domain/alerts/subjects';
import type { Policy } from '@belfry/domain/alerts/thresholds';
import { parentOf } from '@belfry/domain/status';
import type { Guest } from '@belfry/schema/entities/guest';
import { guestFigureNames } from '@belfry/schema/figures';
import { instanceUnreachableId, nodeOfflineId } from '../engine/alert-ids.ts';
import { createOfContext } from '../engine/of-context.ts';
import type { Reading, Resource, Shared } from '../engine/reading.ts';
import { readingsOfAll } from '../engine/readings-of-all.ts';
import type { Context, IsNeeded, RuleSet } from '../engine/rule-set.ts';
import { createBlindGuests } from '../readings/figures.ts';
import { ALL_READ_MS, createLearning } from '../readings/learning.ts';
import { guestResource } from '../readings/resources.ts';
import { unlessDisabled } from '../readings/verdicts.ts';
import { availabilityNotices, availabilityReadings, isUnavailable } from './guest/availability.ts';
import { haveSameFacts } from './guest/facts.ts';
import { figuresNotices, figuresReading } from './guest/figures.ts';
import { createJudgedGuests } from './guest/judged-guests.ts';
import { judgementNotices, judgementReadings, ofJudgement } from './guest/judgement.ts';
import { createLowestLimits, type LowestLimits } from './guest/limits.ts';
import { createLocks, lockNotices, lockReading } from './guest/locks.ts';
import {
  fileSystemReadings,
  isMeasuredInside,
  metricNotices,
  metricReadings,
  unknownFileSystems,
} from './guest/metrics.ts';
import { powerNotices, powerReading, shouldRun } from './guest/power.ts';
import { createProtectedGuests, type ProtectedGuests } from './guest/protected-guests.ts';
import { isBehind, protectionNotices, protectionReadings, unknownReplication } from './guest/protection.ts';
import { isStuck, stuckNotices, stuckReading } from './guest/stuck.ts';

/** Ages grow, and nodes finish booting, without a change of the guest. */
const AGAIN_MS = 60_000;

const ALL: IsNeeded = () => true;
const ofAvailability: readonly AlertType[] = ['guest-agent', 'ha-error'];
const ofProtection: readonly AlertType[] = ['backup-failed', 'backupAge', 'snapshotAge', 'replication', 'job-late'];

const NONE: readonly Reading[] = [];

interface GuestInput {
  guest: Guest;
  policy: Policy;
  context: Context;
  shared: Required<Shared>;
  resource: Resource;
  isNeeded: IsNeeded;
  lowest: LowestLimits;
  guests: ProtectedGuests;
  judged: ReturnType<ReturnType<typeof createJudgedGuests>>;
}

export function createGuestRules(): [RuleSet<'vms'>, RuleSet<'containers'>] {
  const lowestOf = createLowestLimits();
  const protectedOf = createProtectedGuests();
  const judgedOf = createJudgedGuests();
  const learning = createLearning();
  const locks = createLocks();
  const blindOf = createBlindGuests();
  const causesOf = createCausesOf();
  const ofContext = createOfContext((context) => {
    locks.note(context.state, context.now);
    const lowest = lowestOf(context.config);
    return { lowest, guests: protectedOf(context, lowest), judged: judgedOf(context.state) };
  });
  /** What is missing may not have been read since the start, unless it was there since then. */
  const isUnread = (guest: Guest, name: string, isThere: boolean): boolean => {
    const part = `${guest.id} ${name}`;
    if (isThere) learning.saw(guest.instance, part);
    return !isThere && !learning.hasSeen(guest.instance, part) && learning.isNew(guest.instance, ALL_READ_MS);
  };

  const parts: readonly ((input: GuestInput) => readonly Reading[])[] = [
    ({ guest, policy, context, shared, isNeeded }) => metricReadings(guest, policy, context, shared, isNeeded),
    ({ guest, policy, context, shared, isNeeded }) => fileSystemReadings(guest, policy, context, shared, isNeeded),
    ({ guest, policy, context, shared, isNeeded }) =>
      guest.status === 'stopped' || isNeeded('powered-off')
        ? [powerReading(guest, policy, context, shared, locks)]
        : NONE,
    ({ guest, context, shared, isNeeded }) =>
      guest.lock !== undefined || isNeeded('stale-lock') ? [lockReading(guest, locks, context.now, shared)] : NONE,
    ({ guest, context, shared, isNeeded }) =>
      guest.status === 'unknown' || isNeeded('no-figures')
        ? [figuresReading(guest, context, blindOf(context.state).get(parentOf(guest)) ?? [], shared)]
        : NONE,
    ({ guest, context, shared, isNeeded }) =>
      isStuck(guest.status) || isNeeded('guest-stuck') ? [stuckReading(guest, context, shared)] : NONE,
    ({ guest, shared, isNeeded }) =>
      isUnavailable(guest) || ofAvailability.some(isNeeded) ? availabilityReadings(guest, shared) : NONE,
    ({ guest, policy, context, lowest, guests, resource, isNeeded }) => {
      if (!isUnprotected(guest, lowest, guests, context.now.at) && !ofProtection.some(isNeeded)) return NONE;
      const protection = { guests, isNew: isUnread(guest, 'snapshots', guests.snapshotsOf(guest) !== undefined) };
      return protectionReadings(guest, policy, context, protection, { resource });
    },
    ({ guest, judged, resource, isNeeded }) =>
      judged.suspects.has(guest.id) || ofJudgement.some(isNeeded)
        ? judgementReadings(guest, judged, { resource })
        : NONE,
  ];

  const rules: Omit<RuleSet<'vms'>, 'list'> = {
    notices: guestNotices,
    mayBeBad(guest, context) {
      const { lowest, guests, judged } = ofContext(context);
      return (
        !lowest.isOff &&
        (isSuspicious(guest, lowest) ||
          isUnprotected(guest, lowest, guests, context.now.at) ||
          judged.suspects.has(guest.id))
      );
    },
    hasSameReadings: (guest, before, context, isNeeded) =>
      !guestFigureNames.some(isNeeded) && !isHigh(guest, ofContext(context).lowest) && haveSameFacts(guest, before),
    read(guest, context, isNeeded = ALL) {
      learning.note(guest.instance, context.now);
      // `unknownParts` is asked only when a reading is missing.
      if (guest.replication !== undefined) learning.saw(guest.instance, `${guest.id} replication`);
      const policy = context.policyOf(guestSubject(guest));
      const resource = guestResource(guest, context.state);
      const shared = { resource, causes: causesOf(guest) };
      const { lowest, guests, judged } = ofContext(context);
      const input = { guest, policy, context, shared, resource, isNeeded, lowest, guests, judged };
      return unlessDisabled(policy, readingsOfAll(parts, input, context));
    },
    unknownParts: (guest) => [
      ...unknownFileSystems(guest),
      ...unknownReplication(guest, isUnread(guest, 'replication', guest.replication !== undefined)),
    ],
    follows: ['backupTasks', 'backupJobs'],
    followsOfGuest: ['guestSnapshots', 'guestProtection'],
    everyMs: AGAIN_MS,
    isExplainedWithin: true,
    renewed: learning.renew,
  };
  return [
    { list: 'vms', ...rules, memories: [locks.memory] },
    { list: 'containers', ...rules },
  ];
}

const guestNotices = [
  ...metricNotices,
  ...powerNotices,
  ...stuckNotices,
  ...figuresNotices,
  ...lockNotices,
  ...availabilityNotices,
  ...protectionNotices,
  ...judgementNotices,
];

const MAX_NODES = 5000;

/** The guests of a node share one list, because a guest with an alert is read with every poll. */
function createCausesOf(): (guest: Guest) => readonly string[] {
  const byNode = new Map<string, readonly string[]>();
  return (guest) => {
    const node = parentOf(guest);
    const known = byNode.get(node);
    if (known) return known;
    const causes = [nodeOfflineId(node), instanceUnreachableId(guest.instance)];
    if (byNode.size >= MAX_NODES) byNode.clear();
    byNode.set(node, causes);
    return causes;
  };
}

/** Without allocations: this runs for each guest of every poll. */
function isSuspicious(guest: Guest, lowest: LowestLimits): boolean {
  if (guest.haState === 'error' || guest.lock !== undefined) return true;
  if (guest.status === 'stopped') return lowest.anyStop || shouldRun(guest) === true;
  if (guest.status === 'unknown') return true;
  if (guest.status !== 'running' && isStuck(guest.status)) return true;
  return isHigh(guest, lowest) || isUnavailable(guest);
}

/** A figure or a file system may be above its limit. */
function isHigh(guest: Guest, lowest: LowestLimits): boolean {
  if (guest.cpu * 100 >= lowest.cpu) return true;
  if (guest.memory.usage >= lowest.memory && (lowest.anyMemory || isMeasuredInside(guest))) return true;
  if (guest.disk.usage >= lowest.disk) return true;
  if (guest.disks !== undefined) for (const { usage } of guest.disks) if (usage >= lowest.disk) return true;
  for (const { name, limit } of lowest.fields) if ((guest[name] ?? 0) >= limit) return true;
  return false;
}

function isUnprotected(
  guest: Guest,
  lowest: LowestLimits,
  { isSuspect, backupsUntil }: ProtectedGuests,
  now: number,
): boolean {
  if (guest.lastBackup !== undefined && guest.lastBackup <= backupsUntil)
    if (guest.inBackupJob !== false || lowest.anyBackup) return true;
  if (guest.replication !== undefined) for (const job of guest.replication) if (isBehind(job, now)) return true;
  return isSuspect(guest);
}
