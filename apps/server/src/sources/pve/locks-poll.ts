// Whether a task works on a guest that has a lock. Without a lock, no call is made.
import { ok } from '@belfry/domain/result';
import { createParts, type Parts } from '../proxmox-api/parts.ts';
import { type Raw, rows, text, whole } from '../proxmox-api/read.ts';
import type { Poll } from '../source.ts';
import { isOnline } from './facts.ts';
import { compose, type PveInstance } from './instance.ts';
import type { GuestRow } from './payloads.ts';

/** A task of seconds is over before its guest is asked about. */
const FIRST_MS = 60_000;
const AGAIN_MS = 300_000;
/** A hibernated guest has its lock without a task. */
const LASTING = 'suspended';

/** Times are on the monotonic clock. `inUse` undefined: not yet known. */
interface Locked {
  lock: string;
  askAt: number;
  inUse: boolean | undefined;
}

export function createLocksPoll(instance: PveInstance): Poll {
  const begin = createParts(instance.clock, instance.denials);
  /** By vmid. */
  const locked = new Map<number, Locked>();

  function follow(guests: readonly GuestRow[], now: number): void {
    const locks = new Map(guests.map(({ vmid, lock }) => [vmid, lock]));
    for (const [vmid, { lock }] of locked) if (locks.get(vmid) !== lock) locked.delete(vmid);
    for (const { vmid, lock = '' } of guests)
      if (!locked.has(vmid)) locked.set(vmid, { lock, askAt: now + FIRST_MS, inUse: undefined });
  }

  async function askNode(parts: Parts, node: string, guests: readonly GuestRow[], now: number): Promise<void> {
    const path = `/nodes/${encodeURIComponent(node)}/tasks?source=active`;
    const answer = await parts.get('running tasks', path, { needs: `Sys.Audit on /nodes/${node}` });
    const tasks = answer.ok && Array.isArray(answer.value) ? rows(answer.value) : undefined;
    const running = tasks?.filter(({ endtime }) => endtime === undefined);
    for (const { vmid, lock } of guests) {
      const known = locked.get(vmid);
      if (!known) continue;
      known.askAt = now + AGAIN_MS;
      known.inUse = running?.some((task) => worksOn(task, vmid, lock));
    }
  }

  return {
    name: 'locks',
    everyMs: 30_000,
    timeoutMs: 25_000,
    essential: false,
    async run(signal) {
      const now = instance.clock.monotonic();
      const guests = instance.facts.guests.filter(({ lock }) => lock !== undefined && lock !== LASTING);
      follow(guests, now);
      // Without the privilege, the host leaves out the tasks of others without a word.
      const mayAsk = instance.facts.rights?.on('/nodes', 'Sys.Audit') ?? false;
      const due = mayAsk ? guests.filter(({ vmid }) => (locked.get(vmid)?.askAt ?? now + 1) <= now) : [];
      const nodes = [...new Set(due.map(({ node }) => node))].filter((node) => isOnline(instance.facts, node));
      const parts = begin(instance.session.read(signal, 'locks'));
      // All locked guests of the node, so that it is asked once for all of them.
      const onNode = (name: string) => guests.filter(({ node }) => node === name);
      await Promise.all(nodes.map((node) => askNode(parts, node, onNode(node), now)));
      const { locksInUse: before } = instance.facts;
      const locksInUse = new Map(
        [...locked].flatMap(([vmid, { inUse }]) => (inUse === undefined ? [] : [[vmid, inUse] as const])),
      );
      instance.facts = { ...instance.facts, locksInUse };
      const hasNews = nodes.length > 0 || before.size !== locksInUse.size;
      const slices = hasNews ? { vms: compose.vms(instance), containers: compose.containers(instance) } : {};
      return ok({ slices, gaps: parts.gaps() });
    },
  };
}

/**
 * The id of a task is the vmid of its guest. A backup of several guests has none, and the id of a clone is that of the guest it
 * copies.
 */
function worksOn(task: Raw, vmid: number, lock: string | undefined): boolean {
  const id = whole(task.id);
  if (id === vmid) return true;
  const type = text(task.type, 64) ?? '';
  if (type === 'vzdump') return lock === 'backup' && !id;
  return /clone$/.test(type) && (lock === 'clone' || lock === 'create' || lock === 'disk');
}
