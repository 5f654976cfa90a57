// What QEMU counts for each drive of a virtual machine (`query-blockstats`), in `full=1` and `status/current`.
import type { Cluster } from '../world/cluster.ts';
import { countedAlong } from '../world/course.ts';
import { type Figures, figures, type Guest } from '../world/guest.ts';
import { counted } from '../world/walk.ts';

const NS = 1e9;
const KiB = 1024;
/** An operation of a fast disk. */
const USUAL_NS = 300_000;

type Counts = Record<string, number | boolean | readonly unknown[]>;

/** By drive. The bytes of all drives are the `diskread` and `diskwrite` of the guest. */
export function blockstat(guest: Guest, { release }: Pick<Cluster, 'release'>, now: number) {
  const zones = release >= 8.2 ? ['zone_append'] : [];
  const { diskread, diskwrite } = figures(guest, now);
  const drives = {
    scsi0: drive({ diskread, diskwrite }, waitedNs(guest, now), zones),
    ide2: drive({ diskread: 0, diskwrite: 0 }, 0, zones),
  };
  return guest.qemu === 'text' ? asText(drives) : drives;
}

function drive(
  { diskread, diskwrite }: Pick<Figures, 'diskread' | 'diskwrite'>,
  waited: number,
  more: string[],
): Counts {
  const reads = Math.floor(diskread / (32 * KiB));
  const writes = Math.floor(diskwrite / (16 * KiB));
  const flushes = Math.floor(writes / 10);
  const time = (operations: number, share: number) => operations * USUAL_NS + Math.floor(waited * share);
  const kind = (name: string, operations: number, bytes: number, ns: number): Counts => ({
    [`${name}_operations`]: operations,
    [`${name}_total_time_ns`]: ns,
    [`failed_${name}_operations`]: 0,
    [`invalid_${name}_operations`]: 0,
    ...(name !== 'flush' && { [`${name}_bytes`]: bytes, [`${name}_merged`]: 0 }),
  });
  return {
    ...kind('rd', reads, diskread, time(reads, 0.3)),
    ...kind('wr', writes, diskwrite, time(writes, 0.6)),
    ...kind('flush', flushes, 0, time(flushes, 0.1)),
    ...Object.assign({}, ...['unmap', ...more].map((name) => kind(name, 0, 0, 0))),
    account_failed: true,
    account_invalid: true,
    idle_time_ns: 3_763_803_006,
    timed_stats: [],
    wr_highest_offset: writes * KiB,
  };
}

/** All the time that it has waited for its disks since it was started. It never decreases. */
const waitedNs = ({ seed, load, courses, startedAt }: Guest, now: number): number =>
  counted(seed + 10, load.wait * NS, startedAt, now) +
  countedAlong(
    courses.wait?.map((course) => ({ ...course, to: course.to * NS })),
    startedAt,
    now,
  );

const asText = (drives: Record<string, Counts>) =>
  Object.fromEntries(
    Object.entries(drives).map(([name, counts]) => [
      name,
      Object.fromEntries(
        Object.entries(counts).map(([key, count]) => [key, typeof count === 'number' ? String(count) : count]),
      ),
    ]),
  );
