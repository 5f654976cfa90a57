// Makes a report of what the server has read. The same input gives the same report.
import type { EvidenceNote, EvidenceReport } from '@belfry/schema/evidence/report';
import { backupsTable } from './backups-table.ts';
import { daysTable } from './day-table.ts';
import { alertsTable, capacityTable, changesTable, gapsTable } from './event-tables.ts';
import { firstPage } from './first-page.ts';
import { guestRows, guestsTable, nodesTable } from './guest-tables.ts';
import type { EvidenceInput } from './input.ts';
import { restoresTable, testsByGuest } from './restores-table.ts';
import { retentionRules, retentionTable } from './retention-table.ts';
import { servicesTable } from './services-table.ts';

export function makeReport(input: EvidenceInput): EvidenceReport {
  const { scope, period, now, knownSince } = input;
  const seenUntil = Math.max(period.from, Math.min(period.until, now));
  const guests = guestRows(input, seenUntil);
  const rules = retentionRules(guests);
  const tests = testsByGuest(input.restoreTests, guests, { from: period.from, seenUntil });
  const { headline, also, numbers, decisions } = firstPage(input, guests, tests, seenUntil);
  return {
    version: 1,
    scope,
    period,
    seenUntil,
    headline,
    also: [...also],
    notes: notesOf(input, knownSince, seenUntil),
    tables: [
      numbers,
      decisions,
      nodesTable(input, seenUntil),
      guestsTable(guests),
      servicesTable(input, seenUntil),
      backupsTable(guests, rules.of),
      retentionTable(rules),
      restoresTable(input, tests, seenUntil),
      alertsTable(input),
      capacityTable(input),
      changesTable(input),
      gapsTable(input, seenUntil),
      daysTable(input, guests, seenUntil),
    ],
  };
}

function notesOf({ period, guests, nodes, limits, seen }: EvidenceInput, since: number | undefined, seenUntil: number) {
  const notes: EvidenceNote[] = [];
  if (guests.length === 0 && nodes.length === 0) notes.push({ id: 'emptyScope' });
  // What was imported from the hosts is older than the first reading of Belfry itself.
  const own = seen.find(({ isBelfry }) => isBelfry)?.readings.seen;
  const hasRun = own === undefined || Array.from(own).some((count) => count > 0);
  if (since === undefined || since >= seenUntil || !hasRun) notes.push({ id: 'beforeBelfry' });
  else if (since > period.from) notes.push({ id: 'partlyBeforeBelfry', values: { at: since } });
  if (seenUntil < period.until) notes.push({ id: 'notOver', values: { at: seenUntil } });
  return [...notes, ...limits];
}
