// The days of a report as strips: nodes, guests, and the planned backups. They say what the table of the days says, as a picture.
import type { EvidenceWords } from '@belfry/evidence/words';
import type { EvidenceTable } from '@belfry/schema/evidence/report';
import type { EvidenceTextId } from '@belfry/schema/evidence/texts';
import { colours, fonts, MARGIN, type Pdf } from './page.ts';

const LABEL = 92;
const ROW = 18;
const CELL = 9;
const BAR = 1.4;
/** Room that all of it needs: the legend, the dates and three rows. */
export const STRIPS_HEIGHT = 5 * ROW;
/** So many days have numbers of days below them; of more days, some have their dates. */
const MOST_NUMBERED = 31;
const DATES = 8;

/** Parts of a day, 0 to 1. What is left was fine. `isEmpty`: there was nothing to be fine. */
interface Cell {
  bad: number;
  unknown: number;
  isEmpty: boolean;
}
interface Box {
  x: number;
  y: number;
  width: number;
}

/** Returns where the next thing begins. */
export function addStrips(
  pdf: Pdf,
  section: PDFKit.PDFStructureElement,
  { table, words, width, y }: { table: EvidenceTable; words: EvidenceWords; width: number; y: number },
): number {
  const { texts } = words;
  const of = (id: EvidenceTextId) => table.columns.findIndex((column) => column.id === id);
  const numbersOf = (id: EvidenceTextId) => {
    const at = of(id);
    return table.rows.map((row) => row[at]).map((value) => (typeof value === 'number' ? value : undefined));
  };
  const days = table.rows.map(([day]) => `${day}`);
  const available = (seen: EvidenceTextId, down: EvidenceTextId, unseen: EvidenceTextId): Cell[] => {
    const [all, bad, unknown] = [seen, down, unseen].map(numbersOf);
    return days.map((_, n) => partsOf(all?.[n], bad?.[n], unknown?.[n]));
  };
  const [planned, worked, failed, missed] = (['planned', 'worked', 'failed', 'missed'] as const).map(numbersOf);
  const nights = days.map((_, n) => {
    const bad = (failed?.[n] ?? 0) + (missed?.[n] ?? 0);
    return partsOf((worked?.[n] ?? 0) + bad, bad, (planned?.[n] ?? 0) - (worked?.[n] ?? 0) - bad);
  });
  const strips: [string, Cell[]][] = [
    [texts.stripNodes, available('nodesSeen', 'nodesDown', 'nodesUnseen')],
    [texts.stripGuests, available('guestsSeen', 'guestsDown', 'guestsUnseen')],
    [texts.stripBackups, nights],
  ];
  const alt = strips.map(([name, cells]) => spoken(words, name, cells, days)).join(' ');
  const each = (width - LABEL) / Math.max(1, days.length);
  const cellAt = (n: number, at: number): Box => ({
    ...{ x: MARGIN + LABEL + n * each, y: at, width: Math.max(0.4, each - (each > 6 ? 1 : 0.2)) },
  });
  const top = y + ROW;
  section.add(
    pdf.struct('Figure', { alt }, () => {
      legend(pdf, words, { right: MARGIN + width, y });
      for (const [nth, [name, cells]] of strips.entries()) {
        const at = top + nth * ROW;
        pdf.font(fonts.bold).fontSize(7.5).fillColor(colours.ink).text(name, MARGIN, at, { lineBreak: false });
        for (const [n, cell] of cells.entries()) drawCell(pdf, cellAt(n, at), cell);
      }
      const below = top + strips.length * ROW - 4;
      pdf.font(fonts.plain).fontSize(6.5).fillColor(colours.soft);
      const every = days.length > MOST_NUMBERED ? Math.ceil(days.length / DATES) : 1;
      for (const [n, day] of days.entries()) {
        if (n % every > 0) continue;
        const text = days.length > MOST_NUMBERED ? day.slice(5) : `${Number(day.slice(8))}`;
        const { x, width: wide } = cellAt(n, 0);
        const shift = every > 1 ? 0 : (wide - pdf.widthOfString(text)) / 2;
        pdf.text(text, x + shift, below, { lineBreak: false });
      }
    }),
  );
  return top + strips.length * ROW + 10;
}

function partsOf(seen: number | undefined, bad = 0, unknown = 0): Cell {
  const whole = (seen ?? 0) + unknown;
  if (seen === undefined) return { bad: 0, unknown: 1, isEmpty: false };
  return whole <= 0
    ? { bad: 0, unknown: 0, isEmpty: true }
    : { bad: bad / whole, unknown: unknown / whole, isEmpty: false };
}

/** For who does not see the picture. */
function spoken({ note, texts }: EvidenceWords, name: string, cells: readonly Cell[], days: readonly string[]): string {
  const on = (is: (cell: Cell) => boolean) => days.filter((_, n) => is(cells[n] as Cell)).join(', ') || texts.noDay;
  return note({
    id: 'stripAlt',
    values: { name, bad: on(({ bad }) => bad > 0), unknown: on(({ unknown }) => unknown > 0) },
  });
}

function drawCell(pdf: Pdf, { x, y, width }: Box, { bad, unknown, isEmpty }: Cell): void {
  if (isEmpty) {
    pdf
      .rect(x + 0.2, y + 0.2, Math.max(0.2, width - 0.4), CELL - 0.4)
      .lineWidth(0.4)
      .strokeColor(colours.line)
      .stroke();
    return;
  }
  pdf.rect(x, y, width, CELL).fill(colours.calm);
  if (unknown > 0) {
    const wide = Math.min(width, Math.max(BAR, unknown * width));
    hatched(pdf, { x: x + width - wide, y, width: wide });
  }
  if (bad > 0) pdf.rect(x, y - 2, Math.min(width, Math.max(BAR, bad * width)), CELL + 4).fill(colours.strong);
}

function hatched(pdf: Pdf, { x, y, width }: Box): void {
  pdf.save();
  pdf.rect(x, y, width, CELL).fill('#ffffff');
  pdf.rect(x, y, width, CELL).clip();
  for (let at = x - CELL; at < x + width; at += 2.4) pdf.moveTo(at, y + CELL).lineTo(at + CELL, y);
  pdf.lineWidth(0.5).strokeColor(colours.soft).stroke();
  pdf.restore();
}

function legend(pdf: Pdf, { texts }: EvidenceWords, { right, y }: { right: number; y: number }): void {
  const entries: [string, Cell][] = [
    [texts.stripFine, { bad: 0, unknown: 0, isEmpty: false }],
    [texts.stripBad, { bad: 1, unknown: 0, isEmpty: false }],
    [texts.stripUnknown, { bad: 0, unknown: 1, isEmpty: false }],
    [texts.stripNone, { bad: 0, unknown: 0, isEmpty: true }],
  ];
  let x = right;
  for (const [text, cell] of entries.toReversed()) {
    pdf.font(fonts.plain).fontSize(6.5);
    x -= pdf.widthOfString(text);
    pdf.fillColor(colours.soft).text(text, x, y, { lineBreak: false });
    x -= 12;
    drawCell(pdf, { x, y: y - 1, width: 9 }, cell);
    x -= 10;
  }
}
