// The first page: one sentence, five numbers, what needs a decision, the days as strips, and what the reader must know.
import { textRows } from '@belfry/evidence/csv';
import { type EvidenceWords, periodText } from '@belfry/evidence/words';
import type { EvidenceReport, EvidenceTable } from '@belfry/schema/evidence/report';
import { asArtifact, BOTTOM, colours, fonts, MARGIN, type Paper, type Pdf, TOP } from './page.ts';
import { addStrips, STRIPS_HEIGHT } from './strips.ts';
import { measureOf, paragraph } from './table.ts';
import { wrapped } from './wrapping.ts';

interface Sheet {
  pdf: Pdf;
  section: PDFKit.PDFStructureElement;
  words: EvidenceWords;
  width: number;
}

export function addFirstPage(
  pdf: Pdf,
  root: PDFKit.PDFStructureElement,
  { report, words, paper, about }: { report: EvidenceReport; words: EvidenceWords; paper: Paper; about: string },
): void {
  const { texts, note } = words;
  const newPage = () => {
    pdf.addPage({ size: paper, layout: 'portrait', margin: 0 });
    return TOP;
  };
  let y = newPage();
  const width = pdf.page.width - 2 * MARGIN;
  const section = pdf.struct('Sect');
  root.add(section);
  const sheet: Sheet = { pdf, section, words, width };
  const room = (height: number) => {
    if (y + height > pdf.page.height - BOTTOM) y = newPage();
  };
  const add = (text: string, style: Parameters<typeof paragraph>[5]) => {
    y = paragraph(pdf, section, text, y, width, style);
  };
  const head = (text: string, below: number) => {
    y += 12;
    room(below);
    add(text, { size: 10.5, font: fonts.bold, tag: 'H2' });
  };
  const tables = new Map(report.tables.map((table) => [table.id, table]));

  add(about, { size: 11 });
  add(note(report.headline), { size: 17, font: fonts.bold, tag: 'H1' });
  add(periodText(words, report.period), { size: 8.5 });
  y = numbersAt(sheet, tables.get('numbers'), y + 6);

  head(texts.needsDecision, 40);
  const decisions = tables.get('decisions');
  const rows = decisions ? textRows(decisions, words) : [];
  if (rows.length === 0) add(texts.noDecision, { size: 8.5 });
  for (const [rank = '', text = '', table = ''] of rows) {
    room(40);
    y = decisionAt(sheet, { rank, text, table }, y);
  }

  const days = tables.get('days');
  if (days && days.rows.length > 0) {
    head(texts.days, STRIPS_HEIGHT + 20);
    y = addStrips(pdf, section, { table: days, words, width, y });
  }
  head(texts.also, 40);
  add(report.also.map(note).join(' '), { size: 8 });

  if (report.notes.length > 0) head(texts.notes, 30);
  for (const each of report.notes) {
    room(24);
    add(note(each), { size: 7.5 });
  }
  section.end();
}

/** Its rank at the left, where it is in the tables at the right. Returns where the next one begins. */
function decisionAt(
  { pdf, section, width }: Sheet,
  { rank, text, table }: Record<'rank' | 'text' | 'table', string>,
  y: number,
): number {
  const size = 8.5;
  const [left, right] = [18, 130];
  rule(pdf, y - 2.5, width, colours.line, 0.4);
  const top = y + 2;
  const lines = wrapped(text, width - left - right, measureOf(pdf, fonts.plain, size));
  section.add(
    pdf.struct('P', {}, () => {
      pdf.font(fonts.bold).fontSize(size).fillColor(colours.soft).text(rank, MARGIN, top, { lineBreak: false });
      pdf.font(fonts.plain).fillColor(colours.ink);
      for (const [n, line] of lines.entries())
        pdf.text(line, MARGIN + left, top + n * size * 1.35, { lineBreak: false });
      pdf.fontSize(7).fillColor(colours.soft);
      pdf.text(table, MARGIN + width - pdf.widthOfString(table), top + 1, { lineBreak: false });
    }),
  );
  return top + lines.length * size * 1.35 + size * 0.6;
}

/** Five boxes beside each other. Returns where the next thing begins. */
function numbersAt({ pdf, section, words, width }: Sheet, table: EvidenceTable | undefined, y: number): number {
  const rows = table ? textRows(table, words) : [];
  const box = width / Math.max(1, rows.length);
  const inset = 8;
  const top = y + 8;
  let lowest = top;
  for (const [n, [label = '', value = '', unit = '', notes = '', of = '']] of rows.entries()) {
    const x = MARGIN + n * box + (n > 0 ? inset : 0);
    const inner = box - inset - (n > 0 ? inset : 0);
    const below = [
      { text: label, size: 7.5, colour: colours.ink },
      { text: notes, size: 6.5, colour: colours.soft },
      { text: of, size: 6.5, colour: colours.soft },
    ];
    section.add(
      pdf.struct('P', {}, () => {
        const isNumber = /^\d/.test(value);
        pdf
          .font(fonts.bold)
          .fontSize(isNumber ? 18 : 12)
          .fillColor(colours.ink);
        const wide = pdf.widthOfString(value);
        pdf.text(value, x, top + (isNumber ? 0 : 5), { lineBreak: false });
        pdf.font(fonts.plain).fontSize(9).fillColor(colours.soft);
        pdf.text(isNumber ? unit : '', x + wide + 3, top + 8, { lineBreak: false });
        let at = top + 26;
        for (const { text, size, colour } of below) {
          const lines = wrapped(text, inner, measureOf(pdf, fonts.plain, size));
          pdf.font(fonts.plain).fontSize(size).fillColor(colour);
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
  rule(pdf, y, width, colours.strong, 0.7);
  rule(pdf, lowest + 4, width, colours.line, 0.5);
  asArtifact(pdf, () => {
    for (let n = 1; n < rows.length; n++) {
      const x = MARGIN + n * box;
      pdf
        .moveTo(x, y)
        .lineTo(x, lowest + 4)
        .lineWidth(0.4)
        .strokeColor(colours.line)
        .stroke();
    }
  });
  return lowest + 8;
}

const rule = (pdf: Pdf, at: number, width: number, colour: string, thick: number): void =>
  asArtifact(pdf, () => {
    pdf
      .moveTo(MARGIN, at)
      .lineTo(MARGIN + width, at)
      .lineWidth(thick)
      .strokeColor(colour)
      .stroke();
  });
