// A table over as many pages as it needs: every row, the heads on each page. A short one stands below the one before.
import { headsOf, textRows } from '@belfry/evidence/csv';
import type { EvidenceWords } from '@belfry/evidence/words';
import type { EvidenceTable } from '@belfry/schema/evidence/report';
import type { EvidenceTextId } from '@belfry/schema/evidence/texts';
import { columnsOf } from './columns.ts';
import { asArtifact, BOTTOM, colours, fonts, MARGIN, type Paper, type Pdf, TOP } from './page.ts';
import { type Measure, wrapped } from './wrapping.ts';

const SIZE = 6.6;
const LINE = 8.4;
const PAD = 2.2;
/** Tables with more columns lie on their side, and so do alerts, whose sentences are long. */
const MOST_UPRIGHT = 8;
const isWide = ({ id, columns }: EvidenceTable) => columns.length > MOST_UPRIGHT || id === 'alerts';
/** In a table with more columns, the notes of a row stand below it over the whole width. */
const MOST_WITH_NOTES = 12;
/** Between two tables on a page. */
const APART = 26;
/** A table that is not whole on a page begins there only with so much of it. */
const LEAST_BEGIN = 150;
/** Whether more rows than these fit is not looked at. */
const MOST_SHORT = 80;

interface Asked {
  table: EvidenceTable;
  number: number;
  words: EvidenceWords;
  paper: Paper;
  /** Where the table before has ended on the present page. Undefined: a page begins. */
  after: number | undefined;
}

/** Returns where it ends on the last page. */
export function addTable(pdf: Pdf, root: PDFKit.PDFStructureElement, asked: Asked): number {
  const { table, number, words, paper, after } = asked;
  const isSideways = isWide(table) && table.rows.length > 0;
  const layout = isSideways ? 'landscape' : 'portrait';
  const newPage = () => {
    pdf.addPage({ size: paper, layout, margin: 0 });
    return TOP;
  };
  const lowest = () => pdf.page.height - BOTTOM;
  const { texts, note } = words;
  const rows = textRows(table, words);
  const heads = headsOf(table, words);
  const plain = measureOf(pdf, fonts.plain);
  const bold = measureOf(pdf, fonts.bold);
  const title = `${texts.table} ${number} · ${texts[table.id as EvidenceTextId] ?? table.id}`;
  const count = rows.length === 0 ? texts.empty : `${note({ id: 'rows', values: { count: rows.length } })}.`;
  const about = [count, words.sources(table)].filter(Boolean).join(' ');
  const last = table.columns.length - 1;
  const hasNotesBelow = last >= MOST_WITH_NOTES && table.columns[last]?.kind === 'notes';
  const beside = hasNotesBelow ? table.columns.slice(0, -1) : table.columns;
  const laidOut = () => {
    const width = pdf.page.width - 2 * MARGIN;
    const columns = columnsOf(beside, heads.slice(0, beside.length), rows, { plain, bold, width });
    if (hasNotesBelow) columns.push({ x: MARGIN + INSET, width: width - INSET, isNumber: false });
    const linesOf = (row: readonly string[], measure: Measure): CellLines[] => {
      const lines = row.map((text, n) => (text === '' ? [] : wrapped(text, columns[n]?.width ?? 0, measure)));
      const most = Math.max(1, ...lines.slice(0, beside.length).map(({ length }) => length));
      return lines.map((texts, n) => ({ texts, below: n < beside.length ? 0 : most * LINE }));
    };
    return {
      width,
      columns,
      linesOf,
      headLines: hasNotesBelow ? withNotesHead(linesOf(heads, bold)) : linesOf(heads, bold),
      begin: TITLE + paragraphHeight(pdf, about, width),
    };
  };

  function placed(): number {
    if (after === undefined) return newPage();
    const isLandscape = pdf.page.width > pdf.page.height;
    if (layout === 'landscape' && !isLandscape) return newPage();
    const at = after + APART;
    if (rows.length <= MOST_SHORT) {
      const { begin, headLines, linesOf } = laidOut();
      const heights = rows.length === 0 ? [] : [headLines, ...rows.map((row) => linesOf(row, plain))].map(heightOf);
      const height = heights.reduce((sum, each) => sum + each, 0);
      if (at + begin + height <= lowest()) return at;
      // A page of its own has it whole.
      if (isLandscape !== (layout === 'landscape') || rows.length < 12) return newPage();
    }
    return isLandscape === (layout === 'landscape') && at + LEAST_BEGIN <= lowest() ? at : newPage();
  }
  let y = placed();
  const { width, columns, headLines, linesOf } = laidOut();
  const section = pdf.struct('Sect');
  root.add(section);
  section.add(
    pdf.struct('H2', {}, () => {
      pdf.font(fonts.bold).fontSize(12).fillColor(colours.ink).text(title, MARGIN, y, { lineBreak: false });
    }),
  );
  y = paragraph(pdf, section, about, y + TITLE, width);
  if (rows.length === 0) {
    section.end();
    return y;
  }

  const cell = ({ texts, below }: CellLines, n: number, at: number, measure: Measure) => {
    const column = columns[n];
    if (!column) return;
    for (const [i, text] of texts.entries()) {
      const x = column.isNumber ? column.x + column.width - measure(text) : column.x;
      pdf.text(text, x, at + PAD + below + i * LINE, { lineBreak: false });
    }
  };
  const rule = (at: number, colour: string) =>
    asArtifact(pdf, () => {
      pdf
        .moveTo(MARGIN, at)
        .lineTo(MARGIN + width, at)
        .lineWidth(0.4)
        .strokeColor(colour)
        .stroke();
    });
  const inHeads = () => pdf.font(fonts.bold).fontSize(SIZE).fillColor(colours.soft);

  const grid = pdf.struct('Table');
  section.add(grid);
  const headRow = pdf.struct('TR');
  grid.add(headRow);
  for (const [n, lines] of headLines.entries())
    headRow.add(
      pdf.struct('TH', {}, () => {
        inHeads();
        cell(lines, n, y, bold);
      }),
    );
  headRow.end();
  y += heightOf(headLines);
  rule(y, colours.strong);
  for (const row of rows) {
    const lines = linesOf(row, plain);
    if (y + Math.min(heightOf(lines), LINE * 8 + 2 * PAD) > lowest()) {
      y = newPage();
      // The heads of the first page are those that a screen reader reads.
      asArtifact(pdf, () => {
        inHeads();
        for (const [n, each] of headLines.entries()) cell(each, n, y, bold);
      });
      y += heightOf(headLines);
      rule(y, colours.strong);
    }
    const tr = pdf.struct('TR');
    grid.add(tr);
    for (const [n, each] of lines.entries()) {
      tr.add(
        pdf.struct('TD', {}, () => {
          pdf.font(fonts.plain).fontSize(SIZE).fillColor(colours.ink);
          cell(each, n, y, plain);
        }),
      );
    }
    tr.end();
    y += heightOf(lines);
    rule(y, colours.line);
  }
  grid.end();
  section.end();
  return y;
}

/** From the title of a table to what follows it. */
const TITLE = 20;
/** Notes below a row begin so much farther to the right. */
const INSET = 12;

/** The lines of a cell, and how far they stand below the top of their row. */
interface CellLines {
  texts: readonly string[];
  below: number;
}

/** The head of notes below the rows stands below that of the first column. */
const withNotesHead = (heads: readonly CellLines[]): CellLines[] =>
  heads.map((head, n) => (n === heads.length - 1 ? { ...head, below: (heads[0]?.texts.length ?? 1) * LINE } : head));

const heightOf = (cells: readonly CellLines[]): number =>
  Math.max(LINE, ...cells.map(({ texts, below }) => (texts.length === 0 ? 0 : below + texts.length * LINE))) + 2 * PAD;

/** Texts repeat, so each is measured once. */
export function measureOf(pdf: Pdf, font: string, size = SIZE): Measure {
  const known = new Map<string, number>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    pdf.font(font).fontSize(size);
    const width = pdf.widthOfString(text);
    known.set(text, width);
    return width;
  };
}

const PARAGRAPH = 7.5;

const paragraphHeight = (pdf: Pdf, text: string, width: number): number =>
  wrapped(text, width, measureOf(pdf, fonts.plain, PARAGRAPH)).length * PARAGRAPH * 1.35 + PARAGRAPH * 0.6;

/** Returns where the next one begins. */
export function paragraph(
  pdf: Pdf,
  parent: PDFKit.PDFStructureElement,
  text: string,
  at: number,
  width: number,
  { size = PARAGRAPH, font = fonts.plain, tag = 'P' }: { size?: number; font?: string; tag?: string } = {},
): number {
  if (text === '') return at;
  const lines = wrapped(text, width, measureOf(pdf, font, size));
  parent.add(
    pdf.struct(tag, {}, () => {
      pdf
        .font(font)
        .fontSize(size)
        .fillColor(font === fonts.bold ? colours.ink : colours.soft);
      for (const [n, line] of lines.entries()) pdf.text(line, MARGIN, at + n * size * 1.35, { lineBreak: false });
    }),
  );
  return at + lines.length * size * 1.35 + size * 0.6;
}
