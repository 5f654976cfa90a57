// How long the operations of the drives of virtual machines take. `GET /nodes/{node}/qemu?full=1` has the counters of QEMU
// (`query-blockstats`) beside the memory of each VM, as `status/current` has: both come from `vmstatus` of PVE/QemuServer.pm, since 4.0.
// So no call is needed. Only VMs that wait for their disks are looked at: of the others there is nothing to store or to send.
import { waitsForDisks } from '@belfry/domain/disk-wait';
import type { DriveLatencies, DriveLatency, Pressure } from '@belfry/schema/entities/guest';
import type { Moment } from '../../lib/clock.ts';
import { amount, isRaw, part, type Raw, rows, whole } from '../proxmox-api/read.ts';

/** The names of drives in a configuration (`scsi0`, `efidisk0`), and of what QEMU has besides (`pflash0`). */
const DRIVE = /^[a-z]{1,16}\d{0,3}$/;
/** A VM has at most 31 + 16 + 6 + 4 drives, and few others. */
const MOST_DRIVES = 64;
/** Readings further apart say nothing about now. */
const LONGEST_MS = 150_000;
const NS_PER_MS = 1e6;

const operations = { read: 'rd', write: 'wr', flush: 'flush' } as const;
type Operation = keyof typeof operations;

/** Undefined: the host did not say it. `timed`: operations whose time is in `ns`. */
interface Counter {
  done: number | undefined;
  failed: number | undefined;
  timed: number | undefined;
  ns: number | undefined;
}
type Counters = Readonly<Record<Operation, Counter>>;

/** The last reading of a VM, and what it and the reading before tell. */
interface DriveReading {
  node: string;
  /** Of the process of QEMU, which counts from zero. */
  pid: number | undefined;
  monotonic: number;
  drives: ReadonlyMap<string, Counters>;
  latency: DriveLatencies | undefined;
}

export type DriveReadings = ReadonlyMap<number, DriveReading>;

/** `vms`: the list of one node. The readings of VMs that are in it and do not wait for their disks any more are removed. */
export function readDrives(
  before: DriveReadings,
  vms: unknown,
  pressure: ReadonlyMap<number, Pressure>,
  node: string,
  now: Moment,
): DriveReadings {
  const after = new Map(before);
  for (const row of rows(vms)) {
    const vmid = whole(row.vmid);
    if (!vmid) continue;
    if (waitsForDisks(pressure.get(vmid))) after.set(vmid, readingOf(row, before.get(vmid), node, now));
    else after.delete(vmid);
  }
  return after;
}

function readingOf(row: Raw, before: DriveReading | undefined, node: string, now: Moment): DriveReading {
  const drives = countersOf(row.blockstat);
  const pid = whole(row.pid);
  const at = new Date(now.at).toISOString();
  const isSame =
    before !== undefined &&
    before.node === node &&
    before.pid === pid &&
    now.monotonic > before.monotonic &&
    now.monotonic - before.monotonic <= LONGEST_MS;
  const compared = isSame ? [...drives].flatMap(([name, own]) => latencyOf(name, before.drives.get(name), own)) : [];
  // the host asks QEMU for two seconds, and leaves the counters out when it does not answer
  const latency = drives.size === 0 || compared.length > 0 ? { at, drives: compared } : undefined;
  return { node, pid, monotonic: now.monotonic, drives, latency };
}

function countersOf(blockstat: unknown): ReadonlyMap<string, Counters> {
  const drives = Object.entries(part(blockstat)).filter(([name, own]) => DRIVE.test(name) && isRaw(own));
  return new Map(
    drives
      .slice(0, MOST_DRIVES)
      .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
      .map(([name, own]) => [name, countersOfDrive(part(own))]),
  );
}

function countersOfDrive(own: Raw): Counters {
  const counter = (name: string): Counter => {
    const done = whole(own[`${name}_operations`]);
    const failed = whole(own[`failed_${name}_operations`]);
    // QEMU adds the time of failed operations unless it was told not to (block/accounting.c)
    const timed = done === undefined ? undefined : done + (own.account_failed === false ? 0 : (failed ?? 0));
    return { done, failed, timed, ns: amount(own[`${name}_total_time_ns`]) };
  };
  return { read: counter(operations.read), write: counter(operations.write), flush: counter(operations.flush) };
}

/** Nothing of a drive that was not there, or whose counters went back: it was plugged in again. */
function latencyOf(name: string, before: Counters | undefined, own: Counters): DriveLatency[] {
  if (!before) return [];
  const latency: DriveLatency = { name };
  let failed = 0;
  for (const operation of ['read', 'write', 'flush'] as const) {
    const [was, is] = [before[operation], own[operation]];
    const grown = (['done', 'failed', 'timed', 'ns'] as const).map((key) => growth(was[key], is[key]));
    if (grown.some((by) => by !== undefined && by < 0)) return [];
    const [done, failures = 0, timed, ns] = grown;
    failed += failures;
    if (done === undefined || timed === undefined || ns === undefined) latency[operation] = null;
    else if (done > 0) latency[operation] = Number((ns / timed / NS_PER_MS).toPrecision(3));
  }
  if (failed > 0) latency.failed = failed;
  return [latency];
}

const growth = (before: number | undefined, after: number | undefined): number | undefined =>
  before === undefined || after === undefined ? undefined : after - before;
