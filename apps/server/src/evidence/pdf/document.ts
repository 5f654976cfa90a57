// A report as PDF: the first page, then each table.
import { type EvidenceWords, periodName, scopeText } from '@belfry/evidence/words';
import type { EvidenceReport } from '@belfry/schema/evidence/report';
import { type LetterHead, noHead } from '../letter-head.ts';
import { addFirstPage } from './first-page.ts';
import { bytesOf, createPdf, headsAndFeet, type Paper } from './page.ts';
import { addTable } from './table.ts';

export async function pdfOf(
  report: EvidenceReport,
  words: EvidenceWords,
  paper: Paper,
  head: LetterHead = noHead,
): Promise<Buffer> {
  const { texts, note } = words;
  const about = note({
    id: 'forScope',
    values: { period: periodName(words, report.period), scope: scopeText(words, report) },
  });
  const title = `${texts.title} · ${about}`;
  const pdf = createPdf({ title, language: words.tag, paper, at: report.seenUntil });
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  addFirstPage(pdf, root, { report, words, paper, about });
  let after: number | undefined;
  for (const [n, table] of report.tables.entries())
    if (table.id !== 'numbers' && table.id !== 'decisions')
      after = addTable(pdf, root, { table, number: n + 1, words, paper, after });
  root.end();
  headsAndFeet(pdf, {
    ...{
      left: head.name || 'Belfry',
      logo: head.logo,
      right: title,
      foot: `${texts.evidence} belfry report verify FILE`,
    },
    pageOf: (page, pages) => note({ id: 'page', values: { page, pages } }),
  });
  return bytesOf(pdf);
}
