// Compares the rows of a report with what was really so.
import type { EvidenceReport } from '@belfry/schema/evidence/report';
import { LOOK_MS, type Looks } from './truth.ts';

type Table = EvidenceReport['tables'][number];

export const tableOf = ({ tables }: EvidenceReport, id: string): Table => {
  const table = tables.find((each) => each.id === id);
  if (!table) throw new Error(`the report has no table ${id}`);
  return table;
};

/** The cells of a row by the ids of its columns. */
export const cellsOf = ({ columns }: Table, row: Table['rows'][number] | undefined): Record<string, unknown> =>
  Object.fromEntries(columns.map(({ id }, n) => [id, row?.[n]]));

const figures = [
  ['downFor', 'down'],
  ['unknownFor', 'unseen'],
  ['maintenanceFor', 'agreed'],
] as const;

/**
 * What differs by more than one poll at each moment at which something changed. A share is unknown where nothing was seen, and where something never ran
 * (`isIdle`), because nobody says that it should have.
 */
export function differences(what: string, cells: Record<string, unknown>, truth: Looks, pollMs: number): string[] {
  const allowedMs = truth.edges * (pollMs + LOOK_MS);
  const found: string[] = [];
  for (const [column, field] of figures) {
    const [said, so] = [Number(cells[column]) * 1000, truth[field] * LOOK_MS];
    if (!(Math.abs(said - so) <= allowedMs)) found.push(`${what}: ${column} ${said / 1000} s, really ${so / 1000} s`);
  }
  const seen = truth.up + truth.down;
  const share = truth.up === 0 ? null : (100 * truth.up) / seen;
  const allowed = seen === 0 ? 0 : (100 * allowedMs) / (seen * LOOK_MS) + 0.01;
  const { up } = cells;
  const isSame = share === null || typeof up !== 'number' ? share === up : Math.abs(up - share) <= allowed;
  return isSame ? found : [...found, `${what}: up ${up} %, really ${share} %`];
}

/** The lines of a table of the archive, of an English report. */
export function linesOf(csv: string): string[][] {
  const lines: string[][] = [];
  for (const [, line = ''] of csv.replace('\ufeff', '').matchAll(/((?:"(?:[^"]|"")*"|[^"\r])*)\r\n/g))
    lines.push(
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
      ),
    );
  return lines;
}
