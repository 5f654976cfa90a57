// How many hosts there are in some rows of the summary, and how many of them have a problem. Pure.
import type { SummaryRow } from './summary-rows.ts';

export function hostsIn(rows: readonly SummaryRow[]) {
  const count = (which: (row: SummaryRow) => boolean) => rows.filter(which).length;
  const servers = count(({ list }) => list === 'pbs');
  return {
    servers,
    nodes: rows.length - servers,
    offline: count(({ status }) => status.isProblem),
    unreachable: count(({ status }) => status.word === 'unreachable'),
  };
}
