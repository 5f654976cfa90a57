// The past that Proxmox VE has kept of its nodes, guests and storages: `rrddata`.
import { guestId, nodeId, SHARED, storageId } from '@belfry/domain/ids';
import type { Frame, Past } from '../../config/past.ts';
import { percentOf, type RowValues, spaceOf } from '../proxmox-api/kept-columns.ts';
import { amount, percentIn, type Raw } from '../proxmox-api/read.ts';
import { subjectsOver } from '../proxmox-api/subject.ts';
import { isOnline } from './facts.ts';
import type { PveInstance } from './instance.ts';
import type { GuestRow } from './payloads.ts';
import { createRecent } from './recent.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const frame = (name: string, stepMs: number, spanMs: number): Frame => ({ name, stepMs, spanMs });

/** From 9.0 on, one frame of minutes covers a day. Before, each frame has 70 steps. Frames that another one covers are left out. */
const newFrames = [
  frame('day', MINUTE_MS, DAY_MS),
  frame('month', 30 * MINUTE_MS, 30 * DAY_MS),
  frame('year', 6 * HOUR_MS, 360 * DAY_MS),
];
const oldFrames = [
  frame('hour', MINUTE_MS, 70 * MINUTE_MS),
  frame('day', 30 * MINUTE_MS, 35 * HOUR_MS),
  frame('week', 3 * HOUR_MS, 210 * HOUR_MS),
  frame('month', 12 * HOUR_MS, 35 * DAY_MS),
  frame('year', 7 * DAY_MS, 490 * DAY_MS),
];

export function createPast(instance: PveInstance): Past {
  const { session, denials, clock } = instance;
  const subject = subjectsOver({ session, denials, clock });
  const at = (node: string, rest = ''): string => `/nodes/${encodeURIComponent(node)}${rest}/rrddata`;

  return {
    recent: createRecent(instance),
    frames() {
      const { version } = instance.facts;
      if (version === undefined) return [];
      return Number.parseInt(version, 10) >= 9 ? newFrames : oldFrames;
    },
    subjects() {
      const { facts, place, config } = instance;
      const on = <T extends { node: string }>(rows: readonly T[]) => rows.filter(({ node }) => isOnline(facts, node));
      const nodes = facts.nodes.filter(({ name }) => isOnline(facts, name));
      const guests = on(facts.guests).filter(({ type }) =>
        type === 'qemu' ? config.monitorVMs : config.monitorContainers,
      );
      const storages = new Map(
        on(config.monitorStorage ? facts.storages : []).map((row) => [
          storageId(place.instance, row.shared ? SHARED : row.node, row.name),
          row,
        ]),
      );
      return [
        ...nodes.map(({ name }) =>
          subject({ kind: 'node', id: nodeId(place.instance, name) }, 'history of nodes', at(name), ofNode),
        ),
        ...guests.map(({ vmid, node, type }) => {
          const resource = { kind: 'guest', id: guestId(place.instance, vmid) } as const;
          return subject(resource, 'history of guests', at(node, `/${type}/${vmid}`), ofGuest(type));
        }),
        ...[...storages].map(([id, { node, name }]) => {
          const path = at(node, `/storage/${encodeURIComponent(name)}`);
          return subject({ kind: 'storage', id }, 'history of storages', path, ofStorage);
        }),
      ];
    },
  };
}

/** Percent already, as in the lists of guests. Before 9.0 there are none. */
const pressureOf = (row: Raw) =>
  [row.pressurecpusome, row.pressureiosome, row.pressurememorysome].map((value) => amount(value));

/** In the order of the catalogue: cpu, memory, swap, disk, load, temperature, netin, netout, iowait, pressure. */
const ofNode: RowValues = (row: Raw) => [
  percentIn(row.cpu),
  percentOf(amount(row.memused), amount(row.memtotal)),
  percentOf(amount(row.swapused), amount(row.swaptotal)),
  percentOf(amount(row.rootused), amount(row.roottotal)),
  amount(row.loadavg),
  undefined,
  amount(row.netin),
  amount(row.netout),
  percentIn(row.iowait),
  ...pressureOf(row),
];

/**
 * In the order of the catalogue: cpu, memory, disk, diskread, diskwrite, netin, netout, pressure. A guest that did not run has no `cpu`, but
 * still its sizes. The use of the disk of a virtual machine is always 0, because its host does not know it.
 */
const ofGuest =
  (type: GuestRow['type']): RowValues =>
  (row: Raw) => {
    const cpu = percentIn(row.cpu);
    if (cpu === undefined) return [];
    const memory = percentOf(amount(row.mem), amount(row.maxmem));
    const disk = type === 'lxc' ? percentOf(amount(row.disk), amount(row.maxdisk)) : undefined;
    const rates = [row.diskread, row.diskwrite, row.netin, row.netout].map((value) => amount(value));
    return [cpu, memory, disk, ...rates, ...pressureOf(row)];
  };

const ofStorage: RowValues = (row: Raw) => spaceOf(amount(row.used), amount(row.total));
