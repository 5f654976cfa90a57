// What a look at the copy means for a drill. What a look could not read changes nothing.
import type { Drill, DrillReason, DrillStep } from '@belfry/schema/drill/drill';
import type { DrillLook, DrillTask } from '@belfry/schema/drill/look';
import { percent } from '../usage.ts';
import { isSameBackup } from './archive.ts';
import { isOpen } from './question.ts';

/** The use of disks around the time of the backup is known from samples, and a system that starts writes a little. In points of percent. */
const USE_MARGIN = 2;

/** After a longer time without a look, nobody knows when exactly something happened. */
const LONGEST_GAP_MS = 15_000;

/**
 * `now`: when the answers were there, epoch ms. `before`: when the copy was looked at for the last time; undefined after a start of Belfry.
 * Returns the same drill when nothing has changed.
 */
export function observe(drill: Drill, look: DrillLook, now: number, before?: number): Drill {
  const next = withLook(drill, look, now);
  const isLate = before === undefined || now - before > LONGEST_GAP_MS;
  if (next === drill || !isLate) return next;
  const since = new Date(before ?? Date.parse(drill.seen.at(-1)?.at ?? drill.createdAt)).toISOString();
  const seen = next.seen.map((sight) =>
    !isSeen(drill, sight.step) && Date.parse(sight.at) === now ? { ...sight, notBefore: since } : sight,
  );
  const began = timeOf(next, 'restoreBegan') ?? 0;
  const isAtMost = seen.some(
    ({ at, notBefore }) => notBefore !== undefined && Date.parse(at) - began === next.restoreMs,
  );
  return { ...next, seen, ...(isAtMost && { isAtMost }) };
}

function withLook(drill: Drill, look: DrillLook, now: number): Drill {
  const sights = [watchRestore, watchArchive, watchCopy, watchInside, judgeTime];
  return sights.reduce((seen, sight) => (isOpen(seen) ? sight(seen, look, now) : seen), drill);
}

const isSeen = ({ seen }: Drill, step: DrillStep): boolean => seen.some((sight) => sight.step === step);
const timeOf = ({ seen }: Drill, step: DrillStep): number | undefined => {
  const at = seen.find((sight) => sight.step === step)?.at;
  return at === undefined ? undefined : Date.parse(at);
};

function saw(drill: Drill, step: DrillStep, at: number, note?: string): Drill {
  if (isSeen(drill, step)) return drill;
  const sight = { step, at: new Date(at).toISOString(), ...(note !== undefined && { note }) };
  return { ...drill, seen: [...drill.seen, sight] };
}

const refused = (drill: Drill, reason: DrillReason, now: number, detail?: string): Drill => ({
  ...drill,
  state: 'refused',
  reason,
  endedAt: new Date(now).toISOString(),
  ...(detail !== undefined && { detail }),
});

/** The tasks since the drill was handed out, the oldest first. Times in epoch ms on the clock of Belfry. */
function tasksSince(drill: Drill, look: DrillLook, now: number): (DrillTask & { began: number })[] {
  const since = Date.parse(drill.createdAt);
  return (
    (look.tasks ?? [])
      .map((task) => ({ ...task, began: now - task.beganAgo }))
      // The host rounds to whole seconds.
      .filter(({ began }) => began >= since - 1000)
      .sort((a, b) => a.began - b.began)
  );
}

function watchRestore(drill: Drill, look: DrillLook, now: number): Drill {
  const tasks = tasksSince(drill, look, now);
  const own = tasks.filter(({ vmid }) => vmid === drill.target.vmid);
  const restore = own.find(({ what, upid }) => what === 'restore' && (drill.upid ?? upid) === upid);
  if (!restore) return drill.upid === undefined ? withoutRestore(drill, look, tasks, now) : drill;
  let next = drill;
  if (drill.upid === undefined)
    next = { ...saw(drill, 'restoreBegan', restore.began, restore.user), upid: restore.upid };
  if (next.state === 'waiting') next = { ...next, state: 'restoring' };
  if (restore.endedAgo === undefined || isSeen(next, 'restoreEnded')) return next;
  if (restore.error !== undefined) return refused(next, 'restoreFailed', now, restore.error);
  const ended = saw(next, 'restoreEnded', now - restore.endedAgo);
  return next.state === 'restoring' ? { ...ended, state: 'restored' } : ended;
}

/** The guest is there and free for use, and the host that lists its tasks has none that restored it. */
function withoutRestore(drill: Drill, look: DrillLook, tasks: readonly DrillTask[], now: number): Drill {
  if (!look.tasks || !look.copy || look.copy.lock !== undefined) return drill;
  const own = tasks.some(({ what, vmid }) => what === 'create' && vmid === drill.target.vmid);
  if (own) return refused(drill, 'created', now);
  const clone = tasks.find(({ what }) => what === 'clone');
  return clone ? refused(drill, 'clone', now, String(clone.vmid)) : refused(drill, 'notRestored', now);
}

function watchArchive(drill: Drill, { log }: DrillLook, now: number): Drill {
  if (!log || log.upid !== drill.upid || drill.archive !== undefined) return drill;
  if (log.archive === undefined) return refused(drill, 'unnamedBackup', now);
  if (!isSameBackup(drill.backup.volid, log.archive)) return refused(drill, 'otherBackup', now, log.archive);
  return { ...drill, archive: log.archive };
}

function watchCopy(drill: Drill, look: DrillLook, now: number): Drill {
  if (drill.upid === undefined) return drill;
  const began = timeOf(drill, 'restoreBegan') ?? now;
  const gone = tasksSince(drill, look, now).find(
    ({ what, vmid, began: at }) => what === 'destroy' && vmid === drill.target.vmid && at > began,
  );
  const isGone = look.copy === null && isSeen(drill, 'restoreEnded');
  if (isGone || (gone && gone.endedAgo !== undefined && gone.error === undefined)) {
    if (drill.state !== 'passed') return refused(drill, 'removedEarly', now);
    const removed = saw(drill, 'removed', gone?.endedAgo === undefined ? now : now - gone.endedAgo);
    return { ...removed, state: 'done', endedAt: new Date(now).toISOString() };
  }
  const { copy } = look;
  if (!copy) return drill;
  const { node, bridges } = copy;
  const placed = {
    ...drill,
    node,
    ...(bridges !== undefined && (copy.isRunning || drill.bridges === undefined) && { bridges }),
  };
  const isSame = drill.node === node && (bridges === undefined || String(drill.bridges) === String(placed.bridges));
  const next = isSame ? drill : placed;
  if (!copy.isRunning || isSeen(next, 'started')) return next;
  const started = saw(next, 'started', Math.max(began, now - copy.uptimeMs), bridges?.join(', '));
  return next.state === 'passed' ? started : { ...started, state: 'running' };
}

function watchInside(drill: Drill, look: DrillLook, now: number): Drill {
  if (drill.state !== 'running' || !look.copy?.isRunning) return drill;
  let next = drill;
  if (look.agent === 'answers') next = saw(next, 'agentAnswered', now);
  const use = useIn(look);
  if (use !== undefined && isExpected(drill, use)) next = saw(next, 'filesRead', now, `${use} %`);
  if (arePortsOpen(drill, look)) next = saw(next, 'portsOpen', now, drill.ports.join(', '));
  const needed = needs(next);
  if (next.archive === undefined || !needed.every((step) => isSeen(next, step))) return next;
  const end = Math.max(...needed.map((step) => timeOf(next, step) ?? now));
  return { ...next, state: 'passed', restoreMs: end - (timeOf(next, 'restoreBegan') ?? end) };
}

/** A container has no agent: its host knows the use of its disk. */
const needs = ({ type, ports }: Drill): DrillStep[] => [
  'restoreEnded',
  'started',
  ...(type === 'qemu' ? (['agentAnswered'] as const) : []),
  'filesRead',
  ...(ports.length > 0 ? (['portsOpen'] as const) : []),
];

const useIn = ({ files }: DrillLook): number | undefined =>
  files && files.total > 0 ? percent(files.used, files.total) : undefined;

const isExpected = ({ use }: Drill, seen: number): boolean =>
  use === undefined || (seen >= use.from - USE_MARGIN && seen <= use.to + USE_MARGIN);

const arePortsOpen = ({ ports }: Drill, look: DrillLook): boolean =>
  ports.length > 0 && ports.every((port) => look.ports?.includes(port));

/** Only a look that was answered ends a drill: while a host says nothing, nobody knows what is there. */
function judgeTime(drill: Drill, look: DrillLook, now: number): Drill {
  if (drill.state === 'passed') return drill;
  const isOver = now > Date.parse(drill.until);
  const started = timeOf(drill, 'started');
  if (started === undefined) {
    if (!isOver || !look.tasks) return drill;
    if (drill.upid === undefined) return refused(drill, 'neverBegan', now);
    if (!isSeen(drill, 'restoreEnded')) return refused(drill, 'notFinished', now);
    return look.copy ? refused(drill, 'neverStarted', now) : drill;
  }
  if (now < started + drill.patienceMs || !look.copy) return drill;
  // The restore of a machine that runs meanwhile may take longer than the patience.
  if (!isSeen(drill, 'restoreEnded')) return isOver ? refused(drill, 'notFinished', now) : drill;
  if (!look.copy.isRunning) return refused(drill, 'notRunning', now);
  return judgeInside(drill, look, now);
}

function judgeInside(drill: Drill, look: DrillLook, now: number): Drill {
  // A host may refuse the question itself. Then the time until which the number is reserved decides.
  if (drill.type === 'qemu' && !isSeen(drill, 'agentAnswered'))
    return look.agent === 'silent' || now > Date.parse(drill.until) ? refused(drill, 'agentSilent', now) : drill;
  const use = useIn(look);
  if (!isSeen(drill, 'filesRead')) {
    const { from, to } = drill.use ?? { from: 0, to: 100 };
    if (use !== undefined) return refused(drill, 'filesDiffer', now, `${use} % / ${from}–${to} %`);
    return look.agent === 'answers' ? refused(drill, 'filesUnread', now) : drill;
  }
  if (drill.ports.length === 0 || isSeen(drill, 'portsOpen') || look.ports === undefined) return drill;
  if (look.ports === null) return refused(drill, 'portsUnseen', now);
  const closed = drill.ports.filter((port) => !look.ports?.includes(port));
  return refused(drill, 'portsClosed', now, closed.join(', '));
}
