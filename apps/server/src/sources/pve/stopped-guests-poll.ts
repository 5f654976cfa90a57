// Whether guests that are stopped start with their node. Only stopped guests are asked, once when they stop and then
// seldom.
import { ok } from '@belfry/domain/result';
import { guestAlive } from '@belfry/domain/status';
import { createParts, type Parts } from '../proxmox-api/parts.ts';
import { flag, isRaw, rows } from '../proxmox-api/read.ts';
import type { Poll } from '../source.ts';
import { isOnline } from './facts.ts';
import { compose, type PveInstance } from './instance.ts';
import type { GuestRow } from './payloads.ts';

const MAX_AT_ONCE = 40;
/** An administrator may change the configuration of a guest that stays off. */
const AGAIN_MS = 900_000;
/** After a call that failed. */
const RETRY_MS = 60_000;
/** A guest that stopped so recently may have been stopped together with all others of its node. */
const RECENT_MS = 180_000;
/** After the task that stops all guests, the node needs a while until it is offline. */
const AFTERWARDS_MS = 120_000;

/** The tasks of a node that shuts down or has booted. */
const BULK_TASKS: readonly unknown[] = ['stopall', 'startall', 'suspendall', 'migrateall'];

/** Times are on the monotonic clock. `onboot` undefined: not yet known. */
interface Stopped {
  since: number;
  askedAt: number;
  onboot: boolean | undefined;
}

export function createStoppedGuestsPoll(instance: PveInstance): Poll {
  const begin = createParts(instance.clock, instance.denials);
  /** By vmid. */
  const stopped = new Map<number, Stopped>();
  /** By node: until when its stopped guests are as they are because of a task for all of them. */
  const busyUntil = new Map<string, number>();

  /** A guest that was stopped when its node went offline is still not running. */
  function follow(guests: readonly GuestRow[], now: number): void {
    const down = new Set(instance.facts.guests.filter(({ status }) => !guestAlive(status)).map(({ vmid }) => vmid));
    const nowStopped = new Set(guests.map(({ vmid }) => vmid));
    for (const [vmid, known] of stopped) {
      if (!down.has(vmid)) stopped.delete(vmid);
      else if (!nowStopped.has(vmid)) known.since = now;
    }
    for (const vmid of nowStopped)
      if (!stopped.has(vmid)) stopped.set(vmid, { since: now, askedAt: Number.NEGATIVE_INFINITY, onboot: undefined });
  }

  async function askGuest(parts: Parts, { node, type, vmid }: GuestRow, known: Stopped, now: number): Promise<void> {
    const path = `/nodes/${encodeURIComponent(node)}/${type}/${vmid}/config`;
    // A guest that has been removed answers 500.
    const answer = await parts.get('guest configuration', path, { tolerate: [500], needs: 'VM.Audit on /vms' });
    known.askedAt = answer.ok ? now : now - AGAIN_MS + RETRY_MS;
    // Without the line in its configuration, a guest does not start with its node.
    if (answer.ok && isRaw(answer.value)) known.onboot = flag(answer.value.onboot);
  }

  async function askNode(parts: Parts, node: string, now: number): Promise<void> {
    const path = `/nodes/${encodeURIComponent(node)}/tasks?source=active`;
    const answer = await parts.get('running tasks', path, { needs: `Sys.Audit on /nodes/${node}` });
    const isBusy =
      answer.ok && rows(answer.value).some(({ type, endtime }) => endtime === undefined && BULK_TASKS.includes(type));
    if (isBusy) busyUntil.set(node, now + AFTERWARDS_MS);
  }

  return {
    name: 'stopped-guests',
    everyMs: 10_000,
    timeoutMs: 30_000,
    essential: false,
    async run(signal) {
      const now = instance.clock.monotonic();
      const { monitorVMs, monitorContainers } = instance.config;
      const guests = instance.facts.guests.filter(
        ({ type, status, node }) =>
          status === 'stopped' && (type === 'qemu' ? monitorVMs : monitorContainers) && isOnline(instance.facts, node),
      );
      follow(guests, now);
      const stoppedOf = ({ vmid }: GuestRow) => stopped.get(vmid) as Stopped;
      const due = guests
        .filter((guest) => now - stoppedOf(guest).askedAt >= AGAIN_MS)
        .sort((a, b) => stoppedOf(a).askedAt - stoppedOf(b).askedAt)
        .slice(0, MAX_AT_ONCE);
      const parts = begin(instance.session.read(signal, 'stopped-guests'));
      await Promise.all(due.map((guest) => askGuest(parts, guest, stoppedOf(guest), now)));

      const isUnexpected = (guest: GuestRow) => stoppedOf(guest).onboot === true || guest.haState !== undefined;
      const recent = guests.filter((guest) => isUnexpected(guest) && now - stoppedOf(guest).since < RECENT_MS);
      for (const [node, until] of busyUntil) if (until <= now) busyUntil.delete(node);
      const suspects = new Set([...recent.map(({ node }) => node), ...busyUntil.keys()]);
      const reachable = [...suspects].filter((node) => isOnline(instance.facts, node));
      await Promise.all(reachable.map((node) => askNode(parts, node, now)));

      const waiting = new Set(guests.filter(({ node }) => busyUntil.has(node)).map(({ vmid }) => vmid));
      const onboot = new Map<number, boolean>();
      for (const [vmid, known] of stopped)
        if (known.onboot !== undefined && !waiting.has(vmid)) onboot.set(vmid, known.onboot);
      instance.facts = { ...instance.facts, onboot };
      const hasNews = due.length > 0 || suspects.size > 0;
      const slices = hasNews ? { vms: compose.vms(instance), containers: compose.containers(instance) } : {};
      return ok({ slices, gaps: parts.gaps() });
    },
  };
}
