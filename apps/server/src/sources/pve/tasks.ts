// What was done to guests and nodes, from a list of tasks.
import type { Task, TaskKind } from '@belfry/schema/entities/task';
import { line, rows, text, whole } from '../proxmox-api/read.ts';
import { isoOf } from './backups.ts';

/** Without snapshots and backups, which have lists of their own, and without what changes nothing, such as a console. */
const kinds: ReadonlyMap<string, TaskKind> = new Map(
  Object.entries({
    ...both('start', 'started'),
    ...both('stop', 'stopped'),
    ...both('shutdown', 'stopped'),
    ...both('reboot', 'rebooted'),
    qmreset: 'reset',
    qmpause: 'paused',
    ...both('suspend', 'paused'),
    ...both('resume', 'resumed'),
    qmigrate: 'migrated',
    vzmigrate: 'migrated',
    hamigrate: 'migrated',
    qmconfig: 'reconfigured',
    qmmove: 'diskMoved',
    move_volume: 'diskMoved',
    resize: 'diskResized',
    ...both('create', 'created'),
    ...both('clone', 'cloned'),
    ...both('restore', 'restored'),
    ...both('rollback', 'rolledBack'),
    startall: 'allStarted',
    stopall: 'allStopped',
    migrateall: 'allMigrated',
  }),
);

/** The types of a VM and of a container differ in their first letters only. */
function both(word: string, kind: TaskKind): Record<string, TaskKind> {
  return { [`qm${word}`]: kind, [`vz${word}`]: kind };
}

/** From `data` of nodes/{n}/tasks. A running task has no end, and no status or the status RUNNING. */
export function guestTasks(data: unknown, instance: string, node: string, nowMs: number): Task[] {
  return rows(data).flatMap((task) => {
    const upid = text(task.upid, 512);
    const kind = kinds.get(text(task.type, 64) ?? '');
    const startTime = isoOf(task.starttime, nowMs);
    if (!upid || !kind || !startTime) return [];
    const endTime = isoOf(task.endtime, nowMs);
    const vmid = whole(task.id);
    const status = line(task.status, 500);
    const failed = endTime !== undefined && status !== undefined && status !== 'OK' && !status.startsWith('WARNINGS');
    return [
      {
        id: `${instance}-${upid}`,
        instance,
        node: text(task.node, 64) ?? node,
        kind,
        ...(vmid !== undefined && vmid > 0 && { vmid }),
        user: text(task.user, 128) ?? '',
        startTime,
        ...(endTime && { endTime }),
        ...(failed && { error: status }),
      },
    ];
  });
}
