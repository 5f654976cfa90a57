// The columns of the backup table, as data.

import type { ReactNode } from 'react';
import type { Breakpoint } from '../../../lib/breakpoint.ts';
import { NONE } from '../../../lib/language/format.ts';
import { hint } from '../../../ui/hint.tsx';
import { type Backup, shortName } from '../backup.ts';
import { Details, GuestKind, Kind, none, Owner, Size, Time, Verified } from './cells.tsx';
import { locationOf, type Mode, type SortKey } from './rows.ts';

export interface CellContext {
  relative: boolean;
  now: number;
}

export interface BackupColumn {
  id: string;
  head(mode: Mode): string;
  sort?: SortKey;
  numeric?: boolean;
  from?: Breakpoint;
  /** Absent: the column is shown in every mode. */
  modes?: readonly Mode[];
  className: string;
  cell(backup: Backup, context: CellContext): ReactNode;
}

const REMOTE: readonly Mode[] = ['all', 'remote'];
const SIZED: readonly Mode[] = ['all', 'local', 'remote'];

const text = (value: string, title = value): ReactNode => (value === '' ? none : <span {...hint(title)}>{value}</span>);

export const backupColumns: BackupColumn[] = [
  {
    id: 'backupType',
    head: () => 'Kind',
    sort: 'backupType',
    className: 'w-20',
    cell: (backup) => <Kind backup={backup} />,
  },
  { id: 'type', head: () => 'Type', sort: 'type', className: 'w-15', cell: (backup) => <GuestKind backup={backup} /> },
  {
    id: 'name',
    head: () => 'Name',
    sort: 'name',
    className: 'w-[17%]',
    cell: (backup) => (
      <b className="font-[550]" {...hint(backup.name)}>
        {backup.name || NONE}
      </b>
    ),
  },
  {
    id: 'vmid',
    head: (mode) => (mode === 'remote' ? 'VMID/Host' : 'VMID'),
    sort: 'vmid',
    numeric: true,
    className: 'w-24',
    cell: (backup) => (
      <span className="font-mono text-sm text-soft" {...hint(backup.vmid)}>
        {backup.vmid}
      </span>
    ),
  },
  { id: 'node', head: () => 'Node', sort: 'node', className: 'w-26', cell: (backup) => text(backup.node) },
  {
    id: 'time',
    head: () => 'Time',
    sort: 'backupTime',
    className: 'w-32',
    cell: (backup, context) => <Time backup={backup} {...context} />,
  },
  {
    id: 'backup',
    head: () => 'Backup',
    from: 'xl',
    className: '',
    cell: (backup) => <span className="text-sm text-soft">{text(shortName(backup), backup.backupName)}</span>,
  },
  { id: 'details', head: () => 'Details', className: '', cell: (backup) => <Details backup={backup} /> },
  {
    id: 'owner',
    head: () => 'Owner',
    sort: 'owner',
    modes: REMOTE,
    from: 'xl',
    className: 'w-20',
    cell: (backup) => <Owner backup={backup} />,
  },
  {
    id: 'size',
    head: () => 'Size',
    sort: 'size',
    numeric: true,
    modes: SIZED,
    className: 'w-22',
    cell: (backup) => <Size backup={backup} />,
  },
  {
    id: 'location',
    head: () => 'Location',
    sort: 'storage',
    modes: SIZED,
    className: 'w-[10%]',
    cell: (backup) => <span className="text-sm text-soft">{text(locationOf(backup) ?? '')}</span>,
  },
  {
    id: 'verified',
    head: () => 'Verified',
    sort: 'verified',
    modes: REMOTE,
    className: 'w-20',
    cell: (backup) => <Verified backup={backup} />,
  },
];
