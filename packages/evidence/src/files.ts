// A report as a file that carries its seal: an archive of CSV tables, JSON, or pages as PDF. The same report gives the same bytes.
import type { EvidenceReport } from '@belfry/schema/evidence/report';
import { csvOf } from './csv.ts';
import type { SealOf } from './seal.ts';
import { type EvidenceWords, periodText, scopeText } from './words.ts';
import { zipBefore } from './zip.ts';

export function csvArchive(report: EvidenceReport, words: EvidenceWords, sealOf: SealOf): Buffer {
  const entries = [
    { name: 'report.txt', data: Buffer.from(summaryOf(report, words)) },
    ...report.tables.map((table, n) => ({
      name: `${`${n + 1}`.padStart(2, '0')}-${table.id}.csv`,
      data: Buffer.from(csvOf(table, words)),
    })),
  ];
  const made = (commentBytes: number) => {
    const { bytes, at } = zipBefore(entries, commentBytes);
    const parts = entries.map(({ name, data }, n) => {
      const from = at[n] ?? 0;
      return { name, from, until: from + data.length };
    });
    return { bytes, seal: sealOf(bytes, parts) };
  };
  const { bytes, seal } = made(Buffer.byteLength(made(0).seal));
  return Buffer.concat([bytes, Buffer.from(seal)]);
}

function summaryOf(report: EvidenceReport, words: EvidenceWords): string {
  const { texts, note } = words;
  const tables = report.tables.map(({ id, rows, ...table }, n) => {
    const from = words.sources(table) && ` ${words.sources(table)}.`;
    return `${n + 1}. ${texts[id as keyof typeof texts] ?? id} (${rows.length}).${from}`;
  });
  const lines = [
    `${texts.title}: ${report.period.key}, ${scopeText(words, report)}`,
    periodText(words, report.period),
    '',
    note(report.headline),
    ...report.also.map(note),
    ...report.notes.map(note),
    '',
    ...tables,
    '',
    texts.evidence,
  ];
  return lines.map((line) => `${line}\r\n`).join('');
}

/** The tables stand on lines of their own. */
export function jsonFile(report: EvidenceReport, sealOf: SealOf): Buffer {
  const { tables, ...rest } = report;
  const parts: { name: string; from: number; until: number }[] = [];
  let text = `${JSON.stringify(rest).slice(0, -1)},\n"tables":[\n`;
  let bytes = Buffer.byteLength(text);
  for (const [n, table] of tables.entries()) {
    const line = JSON.stringify(table);
    const until = bytes + Buffer.byteLength(line);
    parts.push({ name: table.id, from: bytes, until });
    text += line + (n < tables.length - 1 ? ',\n' : '\n');
    bytes = until + (n < tables.length - 1 ? 2 : 1);
  }
  const content = Buffer.from(`${text}],\n"seal":`);
  return Buffer.concat([content, Buffer.from(sealOf(content, parts)), Buffer.from(JSON_END)]);
}

export const JSON_END = '}\n';

/**
 * The seal is a comment after the pages. Readers look for the place of the directory at the end of a file, so it is repeated behind the
 * seal.
 */
export function sealedPdf(pages: Uint8Array, sealOf: SealOf): Buffer {
  const content = Buffer.concat([pages, Buffer.from('\n%')]);
  const seal = sealOf(content, [{ name: 'pages', from: 0, until: pages.length }]);
  return Buffer.concat([content, Buffer.from(seal), Buffer.from(pdfEnd(content))]);
}

export function pdfEnd(content: Uint8Array): string {
  const tail = Buffer.from(content.subarray(Math.max(0, content.length - 200))).toString('latin1');
  return `\nstartxref\n${/startxref\s+(\d+)\s+%%EOF\s*%?$/.exec(tail)?.[1] ?? '0'}\n%%EOF\n`;
}
