// A report as PDF: the first page with its sentence, its numbers and what needs a decision, then each table.
import { textRows } from '@belfry/evidence/csv';
import { type EvidenceWords, periodText, scopeText } from '@belfry/evidence/words';
import type { EvidenceReport, EvidenceTable } from '@belfry/schema/evidence/report';
import { type LetterHead, noHead } from '../letter-head.ts';
import { bytesOf, colours, createPdf, fonts, headsAndFeet, MARGIN, type Paper, type Pdf, TOP } from './page.ts';
import { addTable, measureOf, paragraph } from './table.ts';
import { wrapped } from './wrapping.ts';

export async function pdfOf(
  report: EvidenceReport,
  words: EvidenceWords,
  paper: Paper,
  head: LetterHead = noHead,
): Promise<Buffer> {
  const { texts, note } = words;
  const about = note({
    id: 'forScope',
    values: { period: report.period.key, scope: scopeText(words, report) },
  });
  const title = `${texts.title} · ${about}`;
  const pdf = createPdf({ title, language: words.tag, paper, at: report.seenUntil });
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  firstPage(pdf, root, report, words, paper, about);
  for (const [n, table] of report.tables.entries())
    if (table.id !== 'numbers' && table.id !== 'decisions') addTable(pdf, root, { table, number: n + 1, words, paper });
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

function firstPage(
  pdf: Pdf,
  root: PDFKit.PDFStructureElement,
  report: EvidenceReport,
  words: EvidenceWords,
  paper: Paper,
  about: string,
): void {
  const { texts, note } = words;
  pdf.addPage({ size: paper, layout: 'portrait', margin: 0 });
  const width = pdf.page.width - 2 * MARGIN;
  const section = pdf.struct('Sect');
  root.add(section);
  let y = paragraph(pdf, section, about, TOP, width, { size: 11 });
  y = paragraph(pdf, section, note(report.headline), y, width, { size: 17, font: fonts.bold, tag: 'H1' });
  y = paragraph(pdf, section, periodText(words, report.period), y, width, { size: 8.5 });
  const tables = new Map(report.tables.map((table) => [table.id, table]));
  y = numbersAt(pdf, section, tables.get('numbers'), words, y + 6, width);
  y = paragraph(pdf, section, texts.needsDecision, y + 10, width, { size: 11, font: fonts.bold, tag: 'H2' });
  const decisions = tables.get('decisions');
  const rows = decisions ? textRows(decisions, words) : [];
  if (rows.length === 0) y = paragraph(pdf, section, texts.noDecision, y, width, { size: 8.5 });
  for (const [rank = '', text = '', table = ''] of rows) {
    if (y > pdf.page.height - 120) {
      pdf.addPage({ size: paper, layout: 'portrait', margin: 0 });
      y = TOP;
    }
    y = decisionAt(pdf, section, { rank, text, table }, y, width);
  }
  y = paragraph(pdf, section, texts.notes, y + 10, width, { size: 11, font: fonts.bold, tag: 'H2' });
  for (const each of report.notes) {
    if (y > pdf.page.height - 90) {
      pdf.addPage({ size: paper, layout: 'portrait', margin: 0 });
      y = TOP;
    }
    y = paragraph(pdf, section, note(each), y, width, { size: 7.5 });
  }
  section.end();
}

/** Its rank at the left, where it is in the tables at the right. Returns where the next one begins. */
function decisionAt(
  pdf: Pdf,
  section: PDFKit.PDFStructureElement,
  { rank, text, table }: Record<'rank' | 'text' | 'table', string>,
  y: number,
  width: number,
): number {
  const size = 8.5;
  const [left, right] = [18, 130];
  const lines = wrapped(text, width - left - right, measureOf(pdf, fonts.plain, size));
  section.add(
    pdf.struct('P', {}, () => {
      pdf.font(fonts.bold).fontSize(size).fillColor(colours.soft).text(rank, MARGIN, y, { lineBreak: false });
      pdf.font(fonts.plain).fillColor(colours.ink);
      for (const [n, line] of lines.entries()) pdf.text(line, MARGIN + left, y + n * size * 1.35, { lineBreak: false });
      pdf.fontSize(7).fillColor(colours.soft);
      pdf.text(table, MARGIN + width - pdf.widthOfString(table), y + 1, { lineBreak: false });
    }),
  );
  return y + lines.length * size * 1.35 + size * 0.6;
}

/** Five boxes beside each other. Returns where the next thing begins. */
function numbersAt(
  pdf: Pdf,
  section: PDFKit.PDFStructureElement,
  table: EvidenceTable | undefined,
  words: EvidenceWords,
  y: number,
  width: number,
): number {
  const rows = table ? textRows(table, words) : [];
  const box = width / Math.max(1, rows.length);
  let lowest = y;
  for (const [n, [label = '', value = '', unit = '', notes = '', of = '']] of rows.entries()) {
    const x = MARGIN + n * box;
    const parts = [
      { text: `${value} ${unit}`, size: 13, font: fonts.bold, colour: colours.ink },
      { text: label, size: 7.5, font: fonts.plain, colour: colours.ink },
      { text: notes, size: 6.5, font: fonts.plain, colour: colours.soft },
      { text: of, size: 6.5, font: fonts.plain, colour: colours.soft },
    ];
    section.add(
      pdf.struct('P', {}, () => {
        let at = y + 6;
        for (const { text, size, font, colour } of parts) {
          const lines = wrapped(text, box - 10, measureOf(pdf, font, size));
          pdf.font(font).fontSize(size).fillColor(colour);
          for (const line of lines) {
            pdf.text(line, x, at, { lineBreak: false });
            at += size * 1.35;
          }
          at += 2;
        }
        lowest = Math.max(lowest, at);
      }),
    );
  }
  return lowest + 6;
}
