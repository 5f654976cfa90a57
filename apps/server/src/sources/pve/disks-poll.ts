// Physical disks: every five minutes, only if the configuration enables it. Sleeping disks are not woken for this.
import { ok } from '@belfry/domain/result';
import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';
import { iso } from '../../lib/clock.ts';
import { badPayload } from '../proxmox-api/failure.ts';
import { createParts, type Parts } from '../proxmox-api/parts.ts';
import { TIMEOUT_MS } from '../proxmox-api/session.ts';
import type { Poll } from '../source.ts';
import { compose, type PveInstance } from './instance.ts';
import { createNodeTurns } from './node-turns.ts';
import { physicalDisks, type Smart, smartOf } from './physical-disks.ts';

const timeoutMs = TIMEOUT_MS.slow;
/** Reading SMART data wakes a sleeping disk, so the health of rotating disks is read only once a day. */
const SPINNING_EVERY_MS = 86_400_000;

const neverSleeps = ({ type }: PhysicalDisk): boolean => type === 'nvme' || type === 'ssd';

/** `at`: the last answer, on the monotonic clock. */
interface Known {
  at: number;
  smart: Smart;
}

export function createDisksPoll(instance: PveInstance): Poll {
  const begin = createParts(instance.clock, instance.denials);
  const askNodes = createNodeTurns(instance);
  /** By id of the disk. */
  let known: ReadonlyMap<string, Known> = new Map();

  async function fetchNode(parts: Parts, node: string): Promise<PhysicalDisk[] | undefined> {
    const at = `/nodes/${encodeURIComponent(node)}/disks`;
    // Without `skipsmart` the host reads the SMART data of every disk for this list.
    const needs = `Sys.Audit on /nodes/${node}`;
    const path = `${at}/list?skipsmart=1`;
    const answer = await parts.get('physical disks', path, { timeoutMs, needs });
    if (!answer.ok) return undefined;
    const disks = physicalDisks(answer.value, instance.place.instance, node, iso(instance.clock.now()));
    if (!disks) {
      parts.miss('physical disks', badPayload(`GET ${path}`, 'expected a list of disks.'));
      return undefined;
    }
    // All disks of a machine are never gone at once.
    if (disks.length === 0 && instance.facts.disks.get(node)?.length) {
      parts.miss('physical disks', badPayload(`GET ${path}`, 'the list is empty, although it had disks before.'));
      return undefined;
    }
    return Promise.all(disks.map(async (disk) => ({ ...disk, ...(await fetchSmart(parts, at, disk)) })));
  }

  async function fetchSmart(parts: Parts, at: string, disk: PhysicalDisk): Promise<Smart> {
    const now = instance.clock.monotonic();
    const before = known.get(disk.id);
    if (before && !neverSleeps(disk) && now - before.at < SPINNING_EVERY_MS) return before.smart;
    const only = neverSleeps(disk) ? '' : '&healthonly=1';
    const path = `${at}/smart?disk=${encodeURIComponent(disk.devPath)}${only}`;
    // A disk behind a controller has no SMART data. The host then answers 500, which is not a missing part.
    const answer = await parts.get('disk health', path, { timeoutMs, tolerate: [500], needs: 'Sys.Audit on /' });
    const smart = answer.ok ? smartOf(answer.value) : (before?.smart ?? {});
    if (answer.ok || answer.error.status === 500) known = new Map([...known, [disk.id, { at: now, smart }]]);
    return smart;
  }

  return {
    name: 'physical-disks',
    everyMs: 300_000,
    timeoutMs: 120_000,
    essential: false,
    async run(signal) {
      if (!instance.config.monitorPhysicalDisks) return ok({ slices: { physicalDisks: [] } });
      const parts = begin(instance.session.read(signal, 'physical-disks'));
      await askNodes(async (node) => {
        const found = await fetchNode(parts, node);
        if (found) instance.facts = { ...instance.facts, disks: new Map(instance.facts.disks).set(node, found) };
        return found !== undefined;
      });
      const exist = new Set(instance.facts.disks.values().flatMap((list) => list.map(({ id }) => id)));
      known = new Map([...known].filter(([id]) => exist.has(id)));
      return ok({ slices: { physicalDisks: compose.physicalDisks(instance) }, gaps: parts.gaps() });
    },
  };
}
