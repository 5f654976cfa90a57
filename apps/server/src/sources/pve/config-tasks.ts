// The tasks that may have changed the configuration of a guest: GET /cluster/tasks, which has the newest of all nodes.
import type { ChangingTask } from '@belfry/schema/journal/reading';
import { type Raw, rows, text, timeOf, whole } from '../proxmox-api/read.ts';
import type { Reader } from '../proxmox-api/session.ts';
import type { HintingTask } from '../proxmox-api/settings-kind.ts';
import type { PveInstance } from './instance.ts';
import { pveHints } from './settings-kinds.ts';

const touched: ReadonlyMap<string, ChangingTask['touches']> = new Map(
  Object.entries({
    ...each('settings', 'qmconfig', 'qmrollback', 'vzrollback', 'qmtemplate', 'vztemplate'),
    ...each('disks', 'resize', 'qmmove', 'move_volume', 'qmigrate', 'vzmigrate', 'hamigrate'),
    ...each('creation', 'qmcreate', 'vzcreate', 'qmrestore', 'vzrestore', 'qmclone', 'vzclone'),
    ...each('removal', 'qmdestroy', 'vzdestroy'),
  }),
);

function each(touches: ChangingTask['touches'], ...types: string[]): Record<string, ChangingTask['touches']> {
  return Object.fromEntries(types.map((type) => [type, touches]));
}

/** Tasks are remembered for this time: every guest is read once an hour. */
const KEEP_MS = 3 * 3_600_000;
const MAX_PER_GUEST = 20;

/** A new guest is listed some seconds after its clone began. */
const CLONE_MS = 180_000;

/** `firstAt`: when it was first seen, on the monotonic clock. */
interface SeenTask {
  task: ChangingTask;
  vmid: number;
  isClone: boolean;
  firstAt: number;
}

export interface ConfigTasks {
  /** Reads the list. Returns the guests with a task that was not seen before, or that has ended since. */
  look(reader: Reader): Promise<ReadonlySet<number>>;
  /** Of a guest, the oldest first. Of a new guest also the clones: their id is that of the guest they copied. */
  of(vmid: number, isNew: boolean): ChangingTask[];
}

export function createConfigTasks(instance: PveInstance): ConfigTasks {
  const seen = new Map<string, SeenTask>();

  function read(row: Raw, now: number): SeenTask | undefined {
    const id = text(row.upid, 512);
    const type = text(row.type, 64) ?? '';
    const touches = touched.get(type);
    const vmid = whole(row.id);
    const end = timeOf(row.endtime);
    const at = end ?? timeOf(row.starttime);
    if (!id || !touches || !vmid || at === undefined) return undefined;
    const task: ChangingTask = {
      id,
      user: text(row.user, 128) ?? '',
      touches,
      at,
      ...(end === undefined && { isRunning: true }),
    };
    const firstAt = seen.get(id)?.firstAt ?? now;
    return { task, vmid, isClone: type.endsWith('clone'), firstAt };
  }

  return {
    async look(reader) {
      const answer = await reader.get('/cluster/tasks', { blameless: true });
      if (!answer.ok) return new Set();
      const now = instance.clock.monotonic();
      const all = rows(answer.value);
      instance.facts = { ...instance.facts, hintingTasks: all.flatMap((row) => hinting(row) ?? []) };
      const found = all.flatMap((row) => read(row, now) ?? []);
      const newest = found.reduce((latest, { task }) => Math.max(latest, task.at), 0);
      const news = new Set<number>();
      for (const one of found) {
        const { task, vmid } = one;
        if (task.at < newest - KEEP_MS) continue;
        const before = seen.get(task.id)?.task;
        if (!before || before.isRunning !== task.isRunning) news.add(vmid);
        seen.set(task.id, one);
      }
      for (const [id, { task }] of seen) if (task.at < newest - KEEP_MS) seen.delete(id);
      return news;
    },
    of(vmid, isNew) {
      const now = instance.clock.monotonic();
      return [...seen.values()]
        .filter((one) => (one.isClone ? isNew && now - one.firstAt < CLONE_MS : one.vmid === vmid))
        .map(({ task }) => task)
        .sort((a, b) => a.at - b.at)
        .slice(-MAX_PER_GUEST);
    },
  };
}

/** A task that says which other configurations to read. */
function hinting(row: Raw): HintingTask | undefined {
  const [id, type = ''] = [text(row.upid, 512), text(row.type, 64)];
  const end = timeOf(row.endtime);
  const at = end ?? timeOf(row.starttime);
  if (!id || at === undefined || !Object.hasOwn(pveHints, type)) return undefined;
  const of = { user: text(row.user, 128) ?? '', node: text(row.node, 64) ?? '', of: text(row.id, 256) ?? '' };
  return { id, type, ...of, at, isRunning: end === undefined };
}
