// The columns of the table of physical disks, as data.

import { nodeId } from '@belfry/domain/ids';
import { diskLifeGrade } from '@belfry/domain/thresholds';
import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';
import { formatBytes, NONE } from '../../../lib/language/format.ts';
import { pageAddress } from '../../../lib/pages.ts';
import { diskTemperatureText } from '../../../lib/tone.ts';
import { Chip } from '../../../ui/chip.tsx';
import { healthOf } from '../../../ui/disk-health/disk-health.ts';
import { Dot } from '../../../ui/dot.tsx';
import { hint } from '../../../ui/hint.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { StaleMark } from '../../../ui/stale-mark.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { messages } from '../messages.ts';
import type { SortKey } from './sort.ts';

const none = <span className="text-mute">{NONE}</span>;
const HEALTH = { ok: 'text-soft', warn: 'text-warn font-semibold', crit: 'text-crit font-bold', off: 'text-mute' };

export interface DiskContext {
  /** Its node does not answer: this is what it said last. */
  isOld: boolean;
}

const Age = ({ disk, isOld }: DiskContext & { disk: PhysicalDisk }) =>
  isOld && disk.lastChecked !== '' && <StaleMark since={disk.lastChecked} />;

export const diskColumns: readonly Column<PhysicalDisk, DiskContext, SortKey>[] = [
  {
    id: 'node',
    head: () => messages.diskHeads.node,
    sort: 'node',
    // "pve-harbour-01" and an age
    min: 150,
    good: 180,
    grow: 1,
    priority: 3,
    from: 'md',
    cell: (disk, { isOld }) => (
      <span className="flex items-center gap-2">
        <b className="title truncate font-[550]">{disk.node}</b>
        <Age disk={disk} isOld={isOld} />
      </span>
    ),
  },
  {
    id: 'device',
    head: () => messages.diskHeads.device,
    sort: 'device',
    // "/dev/nvme0n1" and the way to the page
    min: 136,
    grow: 1,
    cell: (disk, { isOld }) => (
      <>
        <span className="inline-flex max-w-full items-center gap-2">
          <span className="truncate font-mono text-sm">{disk.devPath}</span>
          <PageLink href={pageAddress('nodes', nodeId(disk.instance, disk.node))} name={disk.node} />
        </span>
        <span className="flex items-center gap-1.5 text-xs text-mute md:hidden">
          <span className="truncate">{disk.node}</span>
          <Age disk={disk} isOld={isOld} />
        </span>
      </>
    ),
  },
  {
    id: 'model',
    head: () => messages.diskHeads.model,
    sort: 'model',
    min: 96,
    good: 210,
    grow: 3,
    priority: 4,
    from: 'md',
    cell: (disk) => (
      <span {...hint(disk.serial === '' ? disk.model : `${disk.model}${messages.serial(disk.serial)}`)}>
        {disk.model || NONE}
        {disk.serial !== '' && <span className="sr-only">{messages.serial(disk.serial)}</span>}
      </span>
    ),
  },
  {
    id: 'type',
    head: () => messages.diskHeads.type,
    sort: 'type',
    min: 72,
    priority: 6,
    from: 'lg',
    cell: (disk) => (disk.type === 'unknown' ? none : <Chip>{disk.type.toUpperCase()}</Chip>),
  },
  {
    id: 'used',
    head: () => messages.diskHeads.used,
    sort: 'used',
    min: 96,
    priority: 7,
    from: 'lg',
    cell: (disk) => <span className="text-sm text-soft">{disk.used || NONE}</span>,
  },
  {
    id: 'health',
    head: () => messages.diskHeads.health,
    sort: 'health',
    // "UNBEKANNT"
    min: 116,
    priority: 1,
    cell(disk, { isOld }) {
      const { label, state } = healthOf(disk);
      return (
        <span className="inline-flex items-center gap-2 text-sm" {...(state === 'off' && hint(messages.noSmart))}>
          <Dot state={isOld && state === 'ok' ? 'last' : state} label="" />
          <span className={isOld && state === 'ok' ? HEALTH.off : HEALTH[state]}>{label}</span>
          {state === 'off' && <span className="sr-only">: {messages.noSmart}</span>}
        </span>
      );
    },
  },
  {
    id: 'wearout',
    head: () => messages.diskHeads.wearout,
    sort: 'wearout',
    min: 100,
    grow: 1,
    priority: 5,
    from: 'md',
    cell: (disk) => (disk.wearout < 0 ? none : <Meter percent={disk.wearout} tone={diskLifeGrade(disk.wearout)} />),
  },
  {
    id: 'temperature',
    head: () => messages.diskHeads.temperature,
    sort: 'temperature',
    descends: true,
    min: 76,
    priority: 2,
    numeric: true,
    cell: (disk) =>
      disk.temperature > 0 ? (
        <span className={`figure ${diskTemperatureText(disk.temperature)}`}>{Math.round(disk.temperature)}°</span>
      ) : (
        none
      ),
  },
  {
    id: 'size',
    head: () => messages.diskHeads.size,
    sort: 'size',
    descends: true,
    min: 78,
    priority: 2,
    numeric: true,
    cell: (disk) => (disk.size > 0 ? <span className="figure">{formatBytes(disk.size)}</span> : none),
  },
];
