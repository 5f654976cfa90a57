// Makes a report of what the server has read. The same input gives the same report.
import type { EvidenceNote, EvidenceReport } from '@belfry/schema/evidence/report';
import { backupsTable } from './backups-table.ts';
import { alertsTable, capacityTable, changesTable, gapsTable } from './event-tables.ts';
import { firstPage } from './first-page.ts';
import { guestRows, guestsTable, nodesTable } from './guest-tables.ts';
import type { EvidenceInput } from './input.ts';

export function makeReport(input: EvidenceInput): EvidenceReport {
  const { scope, period, now, knownSince } = input;
  const seenUntil = Math.max(period.from, Math.min(period.until, now));
  const guests = guestRows(input, seenUntil);
  const { headline, numbers, decisions } = firstPage(input, guests);
  return {
    version: 1,
    scope,
    period,
    seenUntil,
    headline,
    notes: notesOf(input, knownSince, seenUntil),
    tables: [
      numbers,
      decisions,
      nodesTable(input, seenUntil),
      guestsTable(guests),
      backupsTable(guests),
      alertsTable(input),
      capacityTable(input),
      changesTable(input),
      gapsTable(input, seenUntil),
    ],
  };
}

function notesOf({ period, guests, nodes, limits }: EvidenceInput, since: number | undefined, seenUntil: number) {
  const notes: EvidenceNote[] = [];
  if (guests.length === 0 && nodes.length === 0) notes.push({ id: 'emptyScope' });
  if (since === undefined || since >= seenUntil) notes.push({ id: 'beforeBelfry' });
  else if (since > period.from) notes.push({ id: 'partlyBeforeBelfry', values: { at: since } });
  if (seenUntil < period.until) notes.push({ id: 'notOver', values: { at: seenUntil } });
  return [...notes, ...limits];
}
