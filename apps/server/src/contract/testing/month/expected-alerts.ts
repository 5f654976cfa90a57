// The alerts that the outages of the script must raise, when they began and ended, and when somebody acknowledged them. Epoch ms.
import type { EvidenceReport } from '@belfry/schema/evidence/report';
import { cellsOf, tableOf } from './compare.ts';

export interface ExpectedAlert {
  resource: string;
  /** A part of its text. */
  what: string;
  from: number;
  until: number | undefined;
  acknowledgedAt?: number;
}

/** So many polls after something happened it is known at the latest: the poll that is under way may still say what was before. */
const POLLS = 2;

/** What is missing, too much, or was at another time. Only these kinds of alerts are compared, but all of them. */
export function alertDifferences(report: EvidenceReport, expected: readonly ExpectedAlert[], pollMs: number): string[] {
  const table = tableOf(report, 'alerts');
  const kinds = [...new Set(expected.map(({ what }) => what))];
  const rows = table.rows
    .map((row) => cellsOf(table, row))
    .filter(({ what }) => kinds.some((kind) => JSON.stringify(what).includes(kind)));
  const found: string[] = [];
  const left = new Set(rows);
  for (const each of expected) {
    const name = `${each.resource} ${each.what} ${new Date(each.from).toISOString()}`;
    const row = rows.find(
      ({ resource, what, raised }) =>
        resource === each.resource &&
        JSON.stringify(what).includes(each.what) &&
        isAfter(Number(raised), each.from, pollMs),
    );
    if (!row) {
      found.push(`${name}: no alert`);
      continue;
    }
    left.delete(row);
    const raised = Number(row.raised);
    const ended = typeof row.endedAfter === 'number' ? raised + row.endedAfter * 1000 : undefined;
    if (each.until === undefined ? ended !== undefined : ended === undefined || !isAfter(ended, each.until, pollMs))
      found.push(`${name}: ended ${row.endedAfter} s after ${raised}, really at ${each.until}`);
    const acknowledged =
      each.acknowledgedAt === undefined ? 'never' : Math.round((each.acknowledgedAt - raised) / 1000);
    if (row.acknowledgedAfter !== acknowledged)
      found.push(`${name}: acknowledged after ${row.acknowledgedAfter}, really ${acknowledged}`);
  }
  return [...found, ...[...left].map((row) => `too much: ${JSON.stringify(row)}`)];
}

const isAfter = (found: number, since: number, pollMs: number): boolean =>
  found >= since && found <= since + POLLS * pollMs + 1000;
