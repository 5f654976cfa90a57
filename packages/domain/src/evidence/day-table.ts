// What each day of the period was like: availability of all nodes and of all guests, and the planned backups. The strips of the first page are
// drawn from it.
import type { EvidenceCell, EvidenceTable } from '@belfry/schema/evidence/report';
import { type Availability, percentUp, type Span } from './availability.ts';
import { type GuestRow, measured } from './guest-tables.ts';
import type { EvidenceInput } from './input.ts';
import type { Day } from './period.ts';

export function daysTable({ days, nodes }: EvidenceInput, rows: readonly GuestRow[], seenUntil: number): EvidenceTable {
  const running = rows.filter(({ isIdle }) => !isIdle);
  const row = (day: Day): EvidenceCell[] => {
    const span = { from: day.from, until: Math.min(day.until, seenUntil) };
    const ofNodes = sumOf(nodes.map((node) => measured(node, span, [span], node.maintenance)));
    const ofGuests = sumOf(running.map(({ guest, existed }) => measured(guest, span, existed, guest.maintenance)));
    return [day.key, ...cells(ofNodes), ...cells(ofGuests), seconds(ofGuests?.maintenanceMs), ...backupsOf(rows, span)];
  };
  return {
    id: 'days',
    sources: ['GET /cluster/resources', 'GET /nodes/{node}/status', 'GET /cluster/backup', 'historyOfBelfry'],
    columns: [
      { id: 'day', kind: 'text' },
      { id: 'nodesUp', kind: 'percent' },
      { id: 'nodesSeen', kind: 'duration' },
      { id: 'nodesDown', kind: 'duration' },
      { id: 'nodesUnseen', kind: 'duration' },
      { id: 'guestsUpOfSeen', kind: 'percent' },
      { id: 'guestsSeen', kind: 'duration' },
      { id: 'guestsDown', kind: 'duration' },
      { id: 'guestsUnseen', kind: 'duration' },
      { id: 'maintenanceFor', kind: 'duration' },
      { id: 'planned', kind: 'count' },
      { id: 'worked', kind: 'count' },
      { id: 'failed', kind: 'count' },
      { id: 'missed', kind: 'count' },
    ],
    rows: days.filter(({ from }) => from < seenUntil).map(row),
  };
}

/** Undefined: of none of them anything is known. */
function sumOf(all: readonly (Availability | undefined)[]): Availability | undefined {
  const known = all.filter((each) => each !== undefined);
  if (known.length === 0) return undefined;
  const sum = (field: keyof Availability) => known.reduce((ms, each) => ms + each[field], 0);
  return {
    ...{ upMs: sum('upMs'), downMs: sum('downMs'), unknownMs: sum('unknownMs') },
    ...{ maintenanceMs: sum('maintenanceMs'), absentMs: sum('absentMs'), uncertainMs: sum('uncertainMs') },
  };
}

const seconds = (ms: number | undefined): number | null => (ms === undefined ? null : Math.round(ms / 1000));

const cells = (of: Availability | undefined): EvidenceCell[] => [
  of ? (percentUp(of) ?? null) : null,
  ...[of && of.upMs + of.downMs, of?.downMs, of?.unknownMs].map(seconds),
];

/** A run belongs to the day for which it was planned. */
function backupsOf(rows: readonly GuestRow[], { from, until }: Span): number[] {
  const results = rows.flatMap(({ guest: { runs }, existed }) =>
    runs
      .filter(({ at }) => at >= from && at < until && existed.some((span) => at >= span.from && at < span.until))
      .map(({ result }) => result),
  );
  const of = (...wanted: typeof results) => results.filter((result) => wanted.includes(result)).length;
  return [results.length, of('ok'), of('failed', 'damaged'), of('missed')];
}
