// A table over as many pages as it needs: every row, the heads on each page.
import { headsOf, textRows } from '@belfry/evidence/csv';
import type { EvidenceWords } from '@belfry/evidence/words';
import type { EvidenceTable } from '@belfry/schema/evidence/report';
import type { EvidenceTextId } from '@belfry/schema/evidence/texts';
import { asArtifact, BOTTOM, colours, fonts, MARGIN, type Paper, type Pdf, TOP } from './page.ts';
import { columnWidths, leastWidths, type Measure, widestWord, wrapped } from './wrapping.ts';

const SIZE = 6.6;
const LINE = 8.4;
const PAD = 2.2;
const GAP = 7;
const SENTENCES: ReadonlySet<string> = new Set(['name', 'text', 'notes']);
/** Tables with more columns lie on their side. */
const MOST_UPRIGHT = 8;
const NUMBERS: ReadonlySet<string> = new Set(['count', 'percent', 'duration', 'bytes']);

interface Column {
  x: number;
  width: number;
  isNumber: boolean;
}

export function addTable(
  pdf: Pdf,
  root: PDFKit.PDFStructureElement,
  { table, number, words, paper }: { table: EvidenceTable; number: number; words: EvidenceWords; paper: Paper },
): void {
  const layout = table.columns.length > MOST_UPRIGHT ? 'landscape' : 'portrait';
  const newPage = () => {
    pdf.addPage({ size: paper, layout, margin: 0 });
    return TOP;
  };
  const section = pdf.struct('Sect');
  root.add(section);
  let y = newPage();
  const { texts } = words;
  const title = `${texts.table} ${number} · ${texts[table.id as EvidenceTextId] ?? table.id} (${table.rows.length})`;
  section.add(
    pdf.struct('H2', {}, () => {
      pdf.font(fonts.bold).fontSize(12).fillColor(colours.ink).text(title, MARGIN, y, { lineBreak: false });
    }),
  );
  y += 20;
  const width = pdf.page.width - 2 * MARGIN;
  y = paragraph(pdf, section, words.sources(table), y, width);
  if (table.rows.length === 0) {
    paragraph(pdf, section, texts.empty, y + 4, width);
    section.end();
    return;
  }

  const heads = headsOf(table, words);
  const rows = textRows(table, words);
  const plain = measureOf(pdf, fonts.plain);
  const bold = measureOf(pdf, fonts.bold);
  const columns = columnsOf(table, heads, rows, { plain, bold, width });
  const headLines = heads.map((head, n) => wrapped(head, columns[n]?.width ?? 0, bold));
  const headHeight = Math.max(...headLines.map(({ length }) => length)) * LINE + 2 * PAD;
  const lowest = () => pdf.page.height - BOTTOM;
  const cell = (lines: readonly string[], n: number, at: number, measure: Measure) => {
    const column = columns[n];
    if (!column) return;
    for (const [i, line] of lines.entries()) {
      const x = column.isNumber ? column.x + column.width - measure(line) : column.x;
      pdf.text(line, x, at + PAD + i * LINE, { lineBreak: false });
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
  y += headHeight;
  rule(y, colours.strong);
  for (const row of rows) {
    const lines = row.map((text, n) => wrapped(text, columns[n]?.width ?? 0, plain));
    const most = Math.max(...lines.map(({ length }) => length));
    if (y + LINE * Math.min(most, 8) + 2 * PAD > lowest()) {
      y = newPage();
      // The heads of the first page are those that a screen reader reads.
      asArtifact(pdf, () => {
        inHeads();
        for (const [n, each] of headLines.entries()) cell(each, n, y, bold);
      });
      y += headHeight;
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
    y += most * LINE + 2 * PAD;
    rule(y, colours.line);
  }
  grid.end();
  section.end();
}

function columnsOf(
  { columns }: EvidenceTable,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  { plain, bold, width }: { plain: Measure; bold: Measure; width: number },
): Column[] {
  const isSentence = (n: number) => SENTENCES.has(columns[n]?.kind ?? '');
  const longest = heads.map((_, n) => Math.max(0, ...rows.map((row) => plain(row[n] ?? ''))));
  const room = width - GAP * (heads.length - 1);
  const words = heads.map((head, n) => {
    const inHead = Math.max(...head.split(' ').map(bold));
    return Math.max(inHead, ...(isSentence(n) ? [] : rows.map((row) => widestWord(row[n] ?? '', plain))));
  });
  const least = leastWidths(
    words,
    longest.map((each, n) => (isSentence(n) ? each : 0)),
    room,
  );
  const widths = columnWidths(longest, least, room);
  let x = MARGIN;
  return columns.map(({ kind }, n) => {
    const column = { x, width: widths[n] ?? 0, isNumber: NUMBERS.has(kind) };
    x += column.width + GAP;
    return column;
  });
}

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

/** Returns where the next one begins. */
export function paragraph(
  pdf: Pdf,
  parent: PDFKit.PDFStructureElement,
  text: string,
  at: number,
  width: number,
  { size = 7.5, font = fonts.plain, tag = 'P' }: { size?: number; font?: string; tag?: string } = {},
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
