// The columns of the backup table, as data.

import type { ReactNode } from 'react';
import { NONE } from '../../../lib/language/format.ts';
import { hint } from '../../../ui/hint.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { type Backup, shortName } from '../backup.ts';
import { messages } from '../messages.ts';
import { Details, GuestKind, GuestPage, Kind, none, Owner, Size, Time, Verified } from './cells.tsx';
import { locationOf, type Mode, nodeText, type SortKey } from './rows.ts';

export interface CellContext {
  relative: boolean;
  now: number;
}

export type BackupColumn = Column<Backup, CellContext, SortKey> & {
  /** Absent: the column is shown in every mode. */
  modes?: readonly Mode[];
};

const REMOTE: readonly Mode[] = ['all', 'remote'];
const SIZED: readonly Mode[] = ['all', 'local', 'remote'];

const text = (value: string, title = value): ReactNode => (value === '' ? none : <span {...hint(title)}>{value}</span>);

const columns: BackupColumn[] = [
  {
    id: 'backupType',
    head: () => messages.heads.backupType,
    min: 80,
    priority: 5,
    sort: 'backupType',
    cell: (backup) => <Kind backup={backup} />,
  },
  {
    id: 'type',
    head: () => messages.heads.type,
    min: 60,
    priority: 4,
    sort: 'type',
    cell: (backup) => <GuestKind backup={backup} />,
  },
  {
    id: 'name',
    head: () => messages.heads.name,
    min: 140,
    good: 190,
    grow: 4,
    sort: 'name',
    cell: (backup) => (
      <span className="flex min-w-0 items-center gap-2">
        <b className="truncate font-[550]" {...hint(backup.name)}>
          {backup.name || NONE}
        </b>
        <GuestPage backup={backup} />
      </span>
    ),
  },
  {
    id: 'vmid',
    head: () => messages.heads.vmid,
    min: 90,
    priority: 2,
    sort: 'vmid',
    numeric: true,
    cell: (backup) => (
      <span className="font-mono text-sm text-soft" {...hint(backup.vmid)}>
        {backup.vmid}
      </span>
    ),
  },
  {
    id: 'node',
    head: () => messages.heads.node,
    min: 96,
    // "pve-harbour-01"
    good: 124,
    grow: 0.5,
    priority: 3,
    sort: 'node',
    cell: (backup) => text(nodeText(backup)),
  },
  {
    id: 'time',
    head: () => messages.heads.time,
    min: 128,
    priority: 1,
    sort: 'backupTime',
    descends: true,
    cell: (backup, context) => <Time backup={backup} {...context} />,
  },
  {
    id: 'backup',
    head: () => messages.heads.backup,
    // narrower, the names of one guest are all the same
    min: 190,
    grow: 2,
    priority: 9,
    cell: (backup) => <span className="text-sm text-soft">{text(shortName(backup), backup.backupName)}</span>,
  },
  {
    id: 'details',
    head: () => messages.heads.details,
    min: 120,
    grow: 2,
    priority: 7,
    cell: (backup) => <Details backup={backup} />,
  },
  {
    id: 'owner',
    head: () => messages.heads.owner,
    min: 80,
    priority: 10,
    sort: 'owner',
    modes: REMOTE,
    cell: (backup) => <Owner backup={backup} />,
  },
  {
    id: 'size',
    head: () => messages.heads.size,
    min: 108,
    priority: 2,
    sort: 'size',
    descends: true,
    numeric: true,
    modes: SIZED,
    cell: (backup) => <Size backup={backup} />,
  },
  {
    id: 'location',
    head: () => messages.heads.location,
    min: 108,
    grow: 1,
    priority: 6,
    sort: 'storage',
    modes: SIZED,
    cell: (backup) => <span className="text-sm text-soft">{text(locationOf(backup) ?? '')}</span>,
  },
  {
    id: 'verified',
    head: () => messages.heads.verified,
    min: 80,
    priority: 5,
    sort: 'verified',
    modes: REMOTE,
    cell: (backup) => <Verified backup={backup} />,
  },
];

/** Whether the first click on the head of its column sorts in descending order. */
export const descends = (key: SortKey): boolean => columns.find(({ sort }) => sort === key)?.descends ?? false;

/** Backup servers also have backups of hosts, which are known by a name and not by a number. */
export const backupColumns = (mode: Mode): readonly BackupColumn[] =>
  columns
    .filter(({ modes }) => modes?.includes(mode) ?? true)
    .map((column) =>
      column.id === 'vmid' && mode === 'remote' ? { ...column, head: () => messages.heads.vmidOrHost } : column,
    );
