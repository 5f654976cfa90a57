// The figures of a guest, and its file systems.
import { fileSystemAlertId, fileSystemPrefix, namedFileSystems } from '@belfry/domain/alerts/file-systems';
import type { Policy } from '@belfry/domain/alerts/thresholds';
import { MEGABYTE } from '@belfry/domain/thresholds';
import type { Guest } from '@belfry/schema/entities/guest';
import {
  eachFigure,
  type FieldFigureName,
  fieldFigureNames,
  fieldFigures,
  type GuestFigure,
} from '@belfry/schema/figures';
import { isBad, judge } from '../../engine/lifecycle.ts';
import type { Notice, SharedNotice } from '../../engine/notice.ts';
import type { Reading, Shared } from '../../engine/reading.ts';
import type { Context, IsNeeded } from '../../engine/rule-set.ts';
import { fileSystemFull, guestMetric } from '../../readings/pve-messages.ts';
import { measured, well } from '../../readings/verdicts.ts';

/** How much of a field is 1 in its threshold: thresholds of rates are in MB/s. */
export const unitOfLimit = eachFigure(fieldFigures, ({ unit }) => ({ percent: 1, rate: MEGABYTE })[unit]);

/**
 * The memory of a VM without a balloon driver is what its process has on the host. That is nearly all of it after a while, and
 * says nothing about the guest. Only a threshold that was set for this guest compares it.
 */
export const isMeasuredInside = ({ memory }: Guest): boolean =>
  memory.quality === undefined || memory.quality === 'good';

/** When an agent is silent, its last figures stay on the screen. They decide nothing. */
const areDisksOld = ({ type, diskStatusReason }: Guest): boolean => type === 'qemu' && diskStatusReason !== undefined;

/** Undefined when the host does not say it. Rates are MB/s, the others are percent. */
type Figure = (guest: Guest, comparesEstimates: boolean) => number | undefined;

const readField =
  (name: FieldFigureName): Figure =>
  (guest) => {
    const value = guest[name];
    return value === null ? undefined : value / unitOfLimit[name];
  };
const ofFields = Object.fromEntries(fieldFigureNames.map((name) => [name, readField(name)])) as Record<
  FieldFigureName,
  Figure
>;

const figures: Readonly<Record<GuestFigure, Figure>> = {
  cpu: ({ cpu }) => cpu * 100,
  memory: (guest, comparesEstimates) =>
    guest.memory.total > 0 && (comparesEstimates || isMeasuredInside(guest)) ? guest.memory.usage : undefined,
  disk: (guest) => (guest.disk.usage < 0 || guest.disk.total <= 0 || areDisksOld(guest) ? undefined : guest.disk.usage),
  ...ofFields,
};
/** As a list, because it is walked for each guest with an alert in every poll. */
const figureList = Object.entries(figures) as readonly [GuestFigure, Figure][];

/** Also when its node went offline afterwards. `onboot` is known only for stopped guests. */
export const isOff = ({ status, onboot }: Guest): boolean =>
  status === 'stopped' || (status === 'unknown' && onboot !== undefined);

/** A guest that is stopped has no figures, which ends its alerts. The figures of a guest whose status is `unknown` are unknown. */
export function metricReadings(
  guest: Guest,
  { limits, origins }: Policy,
  { holdOf }: Context,
  shared: Required<Shared>,
  isNeeded: IsNeeded,
): Reading[] {
  const { resource, causes } = shared;
  const isStopped = isOff(guest);
  const comparesEstimates = origins.memory !== undefined;
  const readings: Reading[] = [];
  for (const [metric, read] of figureList) {
    const limit = limits[metric];
    if (limit === undefined && !isNeeded(metric)) continue;
    const figure = guest.status === 'unknown' ? undefined : read(guest, comparesEstimates);
    const verdict = isStopped ? well : measured(figure, limit);
    // A guest with an alert is read with every poll, and most of its figures are good.
    if (!isNeeded(metric) && !isBad(judge(verdict))) continue;
    readings.push({
      resource,
      causes,
      id: `${guest.id}-${metric}`,
      type: metric,
      verdict,
      confirm: holdOf('guest', metric),
      message: () => guestMetric(guest, metric, figure ?? 0),
    });
  }
  return readings;
}

export function fileSystemReadings(
  guest: Guest,
  { limits }: Policy,
  { holdOf }: Context,
  shared: Shared,
  isNeeded: IsNeeded,
): Reading[] {
  if (guest.disks === undefined) return [];
  const isKnown = guest.status !== 'unknown' && !areDisksOld(guest);
  return namedFileSystems(guest.disks).flatMap(({ label, key, fileSystem, index }): Reading[] => {
    const { mountpoint, device, type, total, used, usage } = fileSystem;
    const verdict = isOff(guest) ? well : measured(isKnown ? usage : undefined, limits.disk);
    if (!isNeeded('disk') && !isBad(judge(verdict))) return [];
    return [
      {
        ...shared,
        id: fileSystemAlertId(guest, key),
        type: 'disk',
        verdict,
        confirm: holdOf('guest', 'disk'),
        message: () => fileSystemFull(guest, label, usage),
        metadata: { mountpoint, device, fileSystem: type, totalBytes: total, usedBytes: used, index },
      },
    ];
  });
}

const ANSWERED: readonly unknown[] = ['no-filesystems', 'special-filesystems-only', 'agent-disabled'];

/** The file systems of a VM are known only from its agent. Proxmox VE does not list the file systems of containers. */
export const unknownFileSystems = (guest: Guest): readonly string[] => {
  const { type, disks, diskStatusReason } = guest;
  const isReported = type === 'lxc' || disks !== undefined || isOff(guest) || ANSWERED.includes(diskStatusReason);
  return isReported ? [] : [fileSystemPrefix(guest)];
};

const ofGuests: SharedNotice = {
  ...{ of: 'guest', from: 'Proxmox VE 7 and newer', needs: 'VM.Audit', poll: 'pve resources', shown: 'Overview' },
};
const AGENT = 'VM.Monitor (before 9) or VM.GuestAgent.Audit, and the guest agent in the VM';

export const metricNotices: readonly Notice[] = [
  { ...ofGuests, type: 'cpu', fact: 'The processors of a guest are too busy', after: 'setting' },
  { ...ofGuests, type: 'memory', fact: 'The memory of a guest is too full', after: 'setting' },
  { ...ofGuests, type: 'disk', fact: 'The disk of a container is too full', after: 'setting' },
  {
    ...{ ...ofGuests, type: 'disk', needs: AGENT, poll: '(every 2 min)', after: 'setting' },
    fact: 'A file system of a VM, or all of them together, are too full',
  },
  ...fieldFigureNames.map((name): Notice => {
    const { type, trigger } = fieldFigures[name];
    const fact = `${type} of a guest is above its threshold${trigger < 0 ? ' (off unless switched on)' : ''}`;
    return { ...ofGuests, type: name, fact, after: 'setting' };
  }),
];
