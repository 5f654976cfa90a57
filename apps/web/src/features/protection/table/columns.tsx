// The columns of the guests, as data. A phone has one, which is a card.

import type { NightsOfGuest } from '../../../api/protection.ts';
import { hint } from '../../../ui/hint.tsx';
import type { Jobs } from '../../../ui/protection/texts.ts';
import type { Column } from '../../../ui/table/column.ts';
import { messages } from '../messages.ts';
import type { Subject } from '../subject.ts';
import type { SortKey } from '../view.ts';
import { AgeBar } from './age-bar.tsx';
import { Copy, GuestName, JobCell, Moment, Size, TypeChip, Verified } from './cells.tsx';
import { GuestCard } from './guest-card.tsx';
import { NightStrip } from './night-strip.tsx';

/** `now` epoch ms, in whole minutes. */
interface CellContext {
  now: number;
  expanded: boolean;
  jobs: Jobs;
  nights: NightsOfGuest | undefined;
}

type GuestColumn = Column<Subject, CellContext, SortKey>;

export const guestColumns: readonly GuestColumn[] = [
  {
    id: 'guest',
    head: () => messages.heads.guest,
    min: 160,
    // a name of 20 characters and the way to its page
    good: 240,
    grow: 2,
    sort: 'guest',
    cell: (subject, { now, expanded }) => <GuestName {...{ subject, now, expanded }} />,
  },
  {
    id: 'type',
    head: () => messages.heads.type,
    min: 56,
    priority: 7,
    cell: ({ guest }) => <TypeChip type={guest.type} />,
  },
  {
    id: 'vmid',
    head: () => messages.heads.vmid,
    // nine digits, the most that Proxmox VE allows
    min: 80,
    priority: 6,
    sort: 'vmid',
    numeric: true,
    cell: ({ guest }) => <span className="font-mono text-sm text-soft">{guest.vmid}</span>,
  },
  {
    id: 'node',
    head: () => messages.heads.node,
    // "pve-harbour-01"
    min: 124,
    grow: 0.5,
    priority: 5,
    sort: 'node',
    cell: ({ guest }) => (
      <span className="text-soft" {...hint(guest.node)}>
        {guest.node}
      </span>
    ),
  },
  {
    id: 'job',
    head: () => messages.heads.job,
    min: 116,
    // the hour, and a name of 20 characters
    good: 160,
    grow: 2,
    priority: 3,
    fits: true,
    cell: (subject, { jobs, now }) => <JobCell {...{ subject, jobs, now }} />,
  },
  {
    id: 'lastGood',
    head: () => messages.heads.lastGood,
    min: 116,
    priority: 2,
    sort: 'lastGood',
    descends: true,
    numeric: true,
    joins: ({ protection: { lastGood } }) => lastGood === undefined,
    cell: ({ protection }, { now }) =>
      protection.lastGood === undefined ? null : <Moment at={protection.lastGood} now={now} />,
  },
  {
    id: 'loss',
    head: () => messages.heads.loss,
    min: 190,
    grow: 1,
    sort: 'loss',
    descends: true,
    fits: true,
    joins: isEmpty,
    cell: (subject, { now }) => (isEmpty(subject) ? null : <AgeBar subject={subject} now={now} />),
  },
  {
    id: 'verified',
    head: () => messages.heads.verified,
    min: 106,
    priority: 3,
    sort: 'verified',
    descends: true,
    cell: (subject, { now }) => (hasBackup(subject) ? <Verified subject={subject} now={now} /> : null),
  },
  {
    id: 'copy',
    head: () => messages.heads.copy,
    min: 118,
    priority: 4,
    sort: 'copy',
    descends: true,
    cell: (subject, { now }) => (hasBackup(subject) ? <Copy subject={subject} now={now} /> : null),
  },
  {
    id: 'size',
    head: () => messages.heads.size,
    min: 128,
    priority: 8,
    sort: 'size',
    descends: true,
    numeric: true,
    cell: (subject) => (hasBackup(subject) ? <Size subject={subject} /> : null),
  },
  {
    id: 'nextRun',
    head: () => messages.heads.nextRun,
    min: 116,
    priority: 3,
    sort: 'nextRun',
    numeric: true,
    cell: ({ protection }, { now }) =>
      protection.nextRun === undefined ? null : <Moment at={protection.nextRun} now={now} />,
  },
  {
    id: 'nights',
    head: () => messages.heads.nights,
    min: 172,
    priority: 1,
    fits: true,
    cell: (_, { nights }) => nights && <NightStrip {...nights} />,
  },
];

/** Its reason stands there. */
function isEmpty({ protection: { lastGood, reason } }: Subject): boolean {
  return lastGood === undefined && reason !== undefined;
}

/** A guest without any has empty cells, so that the reason can stand there. */
const hasBackup = ({ protection }: Subject): boolean => protection.backups > 0;

export const cardColumns: readonly GuestColumn[] = [
  {
    id: 'guest',
    head: () => messages.heads.guest,
    min: 200,
    grow: 1,
    wraps: true,
    cell: (subject, context) => <GuestCard subject={subject} {...context} />,
  },
];
