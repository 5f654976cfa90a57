// The availability of nodes and of guests.
import type { EvidenceCell, EvidenceColumn, EvidenceNote, EvidenceTable } from '@belfry/schema/evidence/report';
import { type Availability, availabilityOf, merged, percentUp, type Span } from './availability.ts';
import { type BackupCount, countOf } from './backup-count.ts';
import { lifeOf } from './guest-spans.ts';
import type { EvidenceGuest, EvidenceInput, EvidenceNode } from './input.ts';

export interface GuestRow {
  guest: EvidenceGuest;
  /** Undefined: the history has nothing, so nothing is said. */
  availability: Availability | undefined;
  /** When it was there within the period. */
  existed: readonly Span[];
  /** It did not run at all while it was seen: no percentage, because nobody says that it should have run. */
  isIdle: boolean;
  count: BackupCount;
  notes: readonly EvidenceNote[];
}

export const COUNTED = ['upMs', 'downMs', 'unknownMs', 'maintenanceMs', 'absentMs', 'uncertainMs'] as const;

export function guestRows(input: EvidenceInput, seenUntil: number): GuestRow[] {
  const period: Span = { from: input.period.from, until: seenUntil };
  const byResource = Map.groupBy(input.changes, ({ resource }) => resource);
  return input.guests.flatMap((guest): GuestRow[] => {
    const { createdAt, isThere, maintenance, runs, before, protection } = guest;
    const life = lifeOf(byResource.get(guest.id) ?? [], period, { createdAt, isThere });
    const availability = measured(guest, period, life.existed, maintenance);
    const isIdle = availability !== undefined && availability.upMs === 0 && availability.downMs > 0;
    const everyMs = protection?.everySeconds === undefined ? undefined : protection.everySeconds * 1000;
    // Of a guest that was made within the period, no earlier backup is its own.
    const earlier = life.existed[0]?.from === period.from ? before : undefined;
    const count = countOf(runs, life.existed, everyMs, earlier, seenUntil);
    const notes = [...life.notes, ...(isIdle ? [{ id: 'idle' }] : []), ...certaintyOf(availability)];
    const row = { guest, availability, existed: life.existed, isIdle, count, notes };
    if (!life.former) return life.existed.length > 0 || isThere ? [row] : [];
    // The guest that had the number before has a row of its own: what was measured then says nothing about the present one.
    const { name, until } = life.former;
    const existed = [{ from: period.from, until }];
    const former: EvidenceGuest = {
      ...guest,
      ...{
        name,
        isThere: false,
        createdAt: undefined,
        protection: undefined,
        exclusion: undefined,
        runs: [],
        retentions: undefined,
      },
    };
    const formerRow: GuestRow = {
      guest: former,
      ...{ availability: measured(guest, period, existed, maintenance), existed, isIdle: false },
      count: countOf([], existed, undefined, undefined, seenUntil),
      notes: [{ id: 'removed', values: { at: until } }],
    };
    return [formerRow, row];
  });
}

export const measured = (
  { readings }: Pick<EvidenceNode, 'readings'>,
  period: Span,
  existed: readonly Span[],
  maintenance: readonly Span[],
): Availability | undefined => readings && availabilityOf(readings, period, existed, merged(maintenance));

const certaintyOf = (availability: Availability | undefined): EvidenceNote[] =>
  availability && availability.uncertainMs >= 1000
    ? [{ id: 'uncertain', values: { seconds: Math.round(availability.uncertainMs / 1000) } }]
    : [];

const seconds = (ms: number | undefined): number | null => (ms === undefined ? null : Math.round(ms / 1000));

export const measuredColumns: EvidenceColumn[] = [
  { id: 'up', kind: 'percent' },
  { id: 'downFor', kind: 'duration' },
  { id: 'unknownFor', kind: 'duration' },
  { id: 'maintenanceFor', kind: 'duration' },
];
export const measuredCells = (availability: Availability | undefined, isIdle: boolean): EvidenceCell[] => [
  availability && !isIdle ? (percentUp(availability) ?? null) : null,
  ...(['downMs', 'unknownMs', 'maintenanceMs'] as const).map((field) => seconds(availability?.[field])),
];

const AVAILABILITY_SOURCES = ['GET /cluster/resources', 'GET /nodes/{node}/status', 'historyOfBelfry'];

export function nodesTable({ nodes, period }: EvidenceInput, seenUntil: number): EvidenceTable {
  const span = { from: period.from, until: seenUntil };
  return {
    id: 'nodes',
    sources: AVAILABILITY_SOURCES,
    columns: [{ id: 'node', kind: 'name' }, { id: 'instance', kind: 'name' }, ...measuredColumns, notesColumn],
    rows: nodes.map((node) => {
      const availability = measured(node, span, [span], node.maintenance);
      return [node.name, node.instance, ...measuredCells(availability, false), certaintyOf(availability)];
    }),
  };
}

export const notesColumn: EvidenceColumn = { id: 'notes', kind: 'notes' };

export function guestsTable(rows: readonly GuestRow[]): EvidenceTable {
  return {
    id: 'guests',
    sources: AVAILABILITY_SOURCES,
    columns: [
      { id: 'guest', kind: 'name' },
      { id: 'vmid', kind: 'text' },
      { id: 'node', kind: 'name' },
      ...measuredColumns,
      notesColumn,
    ],
    rows: rows.map(({ guest, availability, isIdle, notes }) => [
      ...[guest.name, `${guest.vmid ?? ''}`, guest.node],
      ...measuredCells(availability, isIdle),
      [...notes],
    ]),
  };
}
