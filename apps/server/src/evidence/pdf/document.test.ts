// The pages of a report: they say what the tables say, all of it, and are the same bytes each time.
import { utc } from '@belfry/domain/calendar-event/runs';
import { makeReport } from '@belfry/domain/evidence/report';
import { seeded } from '@belfry/domain/forecast/testing/seeded';
import { headsOf, textRows } from '@belfry/evidence/csv';
import { sealedPdf } from '@belfry/evidence/files';
import { createSealing, signingKey } from '@belfry/evidence/seal';
import { scriptedMonth } from '@belfry/evidence/testing/scripted-month';
import { verifyEvidence } from '@belfry/evidence/verify';
import { evidenceWords } from '@belfry/evidence/words';
import { expect, test } from 'vitest';
import { textIn } from '../testing/pdf-text.ts';
import { pdfOf } from './document.ts';

const report = makeReport(scriptedMonth(60));

const dense = (text: string): string => text.replace(/\s/g, '');

test.for([
  ['en', 'A4'],
  ['de', 'LETTER'],
] as const)(
  'in %s on %s, the text of the pages has every row of every table, in its order',
  async ([tag, paper], ctx) => {
    const words = await evidenceWords(tag, utc);
    const text = textIn(await pdfOf(report, words, paper));
    if (text === undefined) return ctx.skip('pdftotext is not installed');
    const all = dense(text);
    for (const table of report.tables.slice(2)) {
      let place = 0;
      for (const row of textRows(table, words)) {
        const found = all.indexOf(dense(row.join('')), place);
        expect(found, `${table.id}: ${row.join(' | ')}`).toBeGreaterThan(-1);
        place = found;
      }
    }
    for (const row of report.tables.slice(0, 2).flatMap((table) => textRows(table, words)))
      for (const cell of row) expect(all).toContain(dense(cell));
  },
);

test.for([
  ['en', 'A4'],
  ['en', 'LETTER'],
  ['de', 'A4'],
  ['de', 'LETTER'],
] as const)(
  'in %s on %s no head, number, time or word of a table is broken within a word',
  async ([tag, paper], ctx) => {
    const words = await evidenceWords(tag, utc);
    const text = textIn(await pdfOf(report, words, paper));
    if (text === undefined) return ctx.skip('pdftotext is not installed');
    const inText = new Set(text.split(/\s/));
    const broken = report.tables.slice(2).flatMap((table) => {
      const isFixed = (n: number) => !['name', 'text', 'notes'].includes(table.columns[n]?.kind ?? '');
      const cells = textRows(table, words).flatMap((row) => row.filter((_, n) => isFixed(n)));
      return [...headsOf(table, words), ...cells]
        .flatMap((cell) => cell.split(' '))
        .filter((word) => !inText.has(word));
    });
    expect([...new Set(broken)].filter(Boolean)).toEqual([]);
  },
);

test('short tables stand below each other, and the notes of a wide one below its rows', async (ctx) => {
  const words = await evidenceWords('en', utc);
  const nothing = {
    ...scriptedMonth(0),
    nodes: [],
    services: [],
    alerts: [],
    stores: [],
    changes: [],
    restoreTests: [],
  };
  const text = textIn(await pdfOf(makeReport(nothing), words, 'A4'));
  if (text === undefined) return ctx.skip('pdftotext is not installed');
  const pages = text.split('\f');
  expect(pages[1]).toMatch(/Table 3.*No entry.*Table 12/s);
  expect(pages).toHaveLength(4);
  const whole = textIn(await pdfOf(report, words, 'A4'));
  expect(whole).toMatch(
    /^left out on purpose by anna since 2026-08-22 00:00 without an end: until the disk is larger$/m,
  );
});

test('each of 100 changes of one byte of the pages is found', async () => {
  const file = sealedPdf(
    await pdfOf(report, await evidenceWords('en', utc), 'A4'),
    createSealing(report, signingKey(Buffer.alloc(32, 7))),
  );
  expect(verifyEvidence(file)).toMatchObject({ ok: true, format: 'pdf' });
  const random = seeded(3);
  for (let n = 0; n < 100; n++) {
    const at = Math.floor(random() * file.length);
    const changed = Buffer.from(file);
    changed[at] = ((changed[at] ?? 0) + 1 + Math.floor(random() * 255)) % 256;
    expect(verifyEvidence(changed).ok, `byte ${at}`).toBe(false);
  }
});

test('the pages are the same bytes each time, tagged, and in the language of the reader', async () => {
  const words = await evidenceWords('de', utc);
  const [once, again] = [await pdfOf(report, words, 'A4'), await pdfOf(report, words, 'A4')];
  expect(once.equals(again)).toBe(true);
  const text = once.toString('latin1');
  expect(text).toMatch(/\/Lang \(de\)/);
  expect(text).toMatch(/\/MarkInfo/);
  expect(text).toMatch(/\/StructTreeRoot/);
});
