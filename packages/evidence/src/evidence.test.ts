import { utc } from '@belfry/domain/calendar-event/runs';
import { makeReport } from '@belfry/domain/evidence/report';
import { tableIds } from '@belfry/schema/evidence/report';
import { languageTags } from '@belfry/schema/languages/languages';
import { describe, expect, it, test } from 'vitest';
import { csvOf } from './csv.ts';
import { csvArchive, jsonFile, sealedPdf } from './files.ts';
import { createSealing, signingKey } from './seal.ts';
import { scriptedMonth } from './testing/scripted-month.ts';
import { verifyEvidence } from './verify.ts';
import { evidenceWords, periodName } from './words.ts';

const key = signingKey(Buffer.alloc(32, 7));
const report = makeReport(scriptedMonth());
const words = await evidenceWords('en', utc);
const pages = Buffer.from(`%PDF-1.7\n${'x'.repeat(9000)}\nstartxref\n9100\n%%EOF\n`);
const make = {
  csv: () => csvArchive(report, words, createSealing(report, key)),
  json: () => jsonFile(report, createSealing(report, key)),
  pdf: () => sealedPdf(pages, createSealing(report, key)),
};
const formats = Object.keys(make) as (keyof typeof make)[];

/** The same numbers each time. */
function* numbers(): Generator<number, never> {
  for (let seed = 1; ; ) {
    seed = (seed * 48_271) % 2_147_483_647;
    yield seed / 2_147_483_647;
  }
}

describe.each(formats)('a report as %s', (format) => {
  it('verifies, and is the same bytes each time', () => {
    const file = make[format]();
    expect(verifyEvidence(file)).toMatchObject({ ok: true, format, seal: { period: '2026-10', scope: 'all' } });
    expect(make[format]().equals(file)).toBe(true);
  });
  it('is found to be changed by each of 400 changes of one byte, and a change of its content has its place', () => {
    const file = make[format]();
    const random = numbers();
    const contentBytes = file.lastIndexOf('{"belfry":"evidence seal"');
    for (let n = 0; n < 400; n++) {
      // The second half is within the seal and behind it.
      const at = Math.floor(
        n % 2 === 0
          ? random.next().value * file.length
          : contentBytes + random.next().value * (file.length - contentBytes),
      );
      const changed = Buffer.from(file);
      changed[at] = ((changed[at] ?? 0) + 1 + Math.floor(random.next().value * 255)) % 256;
      const found = verifyEvidence(changed);
      expect(found.ok, `byte ${at}`).toBe(false);
      if (at >= contentBytes || found.ok) continue;
      expect(found.problem, `byte ${at}`).toBe('content');
      const places = found.problem === 'content' ? found.places : [];
      expect(
        places.some(({ from, until }) => from <= at && until > at),
        `byte ${at}`,
      ).toBe(true);
    }
  });
  it('is found to be changed when bytes are removed or added anywhere', () => {
    const file = make[format]();
    const random = numbers();
    for (let n = 0; n < 60; n++) {
      const at = Math.floor(random.next().value * file.length);
      expect(verifyEvidence(Buffer.concat([file.subarray(0, at), file.subarray(at + 1)])).ok).toBe(false);
      expect(verifyEvidence(Buffer.concat([file.subarray(0, at), Buffer.from('0'), file.subarray(at)])).ok).toBe(false);
    }
    expect(verifyEvidence(Buffer.concat([file, Buffer.from('\n')])).ok).toBe(false);
  });
  it('is refused when another key has signed it than the one that is expected', () => {
    const found = verifyEvidence(make[format](), 'f'.repeat(64));
    expect(found).toMatchObject({ ok: false, problem: 'other-key' });
  });
});

test('a seal that another key made over a changed content is refused for the expected key', () => {
  const other = signingKey(Buffer.alloc(32, 8));
  const own = verifyEvidence(make.json());
  const forged = jsonFile({ ...report, headline: { id: 'headlineEmpty' } }, createSealing(report, other));
  expect(verifyEvidence(forged, own.ok ? own.seal.publicKey : '')).toMatchObject({ ok: false, problem: 'other-key' });
});

test('every form has the same chain over the tables', () => {
  const chains = formats.map((format) => {
    const found = verifyEvidence(make[format]());
    return found.ok ? found.seal.chain : undefined;
  });
  expect(chains[0]).toHaveLength(report.tables.length);
  expect(chains[1]).toEqual(chains[0]);
  expect(chains[2]).toEqual(chains[0]);
});

test.each(['', 'hello', '%PDF-1.7 hello', '{"version":1}', `{"belfry":"evidence seal"`])(
  '"%s" is no report',
  (text) => {
    expect(verifyEvidence(Buffer.from(text)).ok).toBe(false);
  },
);

test('a report of a newer Belfry, whose tables have more fields, verifies', () => {
  const [first, ...more] = report.tables;
  const newer = { ...report, tables: [{ more: 1, ...first, later: true }, ...more] } as typeof report;
  expect(verifyEvidence(jsonFile(newer, createSealing(newer, key)))).toMatchObject({ ok: true });
});

test('the first page has the truth of the scripted month', () => {
  const [numbersTable] = report.tables;
  const value = Object.fromEntries(numbersTable?.rows.map(([id, cell]) => [id, cell]) ?? []);
  // Guest 3, 13 and 23 were down for 2 h each; the windows of guests 4, 14 and 24 are taken out; the night of October 2 was not seen.
  const counted = 31 * 24 - 2 - 2;
  const up = 28 * counted - 3 * 2 + (counted - 13.92 * 24);
  expect(value.guestsUp).toBeCloseTo((100 * up) / (up + 6), 1);
  const planned = 28 * 31 - 14;
  expect(value.backupsWorked).toBe(Math.floor(((planned - 3) / planned) * 10_000) / 100);
  expect(value.verifiedGuests).toBe(27);
  expect(report.headline).toMatchObject({
    id: 'headline',
    values: { worked: planned - 3, planned, reached: 27, guests: 28 },
  });
});

test.each(languageTags)('in %s every text that a report uses has words, and no value is left open', async (tag) => {
  const spoken = await evidenceWords(tag, utc);
  for (const made of [report, makeReport({ ...scriptedMonth(0), knownSince: undefined, nodes: [] })])
    for (const table of made.tables) expect(csvOf(table, spoken)).not.toMatch(/\{\w+\}|undefined|NaN|\[object/);
});

test('the tables are in their order, and the number of present guests is the same everywhere on the first page', () => {
  expect(report.tables.map(({ id }) => id)).toEqual(tableIds);
  // Guest 27 was made with the number of a removed one, which has a row of its own.
  expect(report.tables.find(({ id }) => id === 'guests')?.rows).toHaveLength(31);
  const notes = report.tables[0]?.rows.flatMap(([, , , of]) => (Array.isArray(of) ? of : [])) ?? [];
  expect(notes.find(({ id }) => id === 'ofGuests')?.values).toEqual({ count: 30, of: 30 });
  expect(notes.find(({ id }) => id === 'goneGuests')?.values).toEqual({ count: 1 });
  expect(notes.find(({ id }) => id === 'of')?.values).toEqual({ of: 30 });
  expect(notes.find(({ id }) => id === 'ofTests')?.values).toMatchObject({ of: 30 });
});

test('notes of a row that are sentences are joined as one', () => {
  expect(words.cell([{ id: 'reason/clone' }, { id: 'atMost' }], 'notes')).toMatch(/not a restore; Belfry did not look/);
});

test('a guest that was left out on purpose says by whom, since when, until when and why', () => {
  const backups = report.tables.find(({ id }) => id === 'backups');
  const notesOf = (name: string) => {
    const row = backups?.rows.find(([guest]) => guest === name);
    return words.cell(row?.at(-1) ?? null, 'notes');
  };
  const since = 'left out on purpose by anna since 2026-08-22 00:00';
  expect(notesOf('guest-7')).toBe(`${since} without an end: until the disk is larger`);
  expect(notesOf('guest-22')).toBe(`${since} until 2026-12-30 00:00: until the disk is larger`);
});

test('alerts and gaps are said in the language of the reader, and those of an older version in English', async () => {
  const german = await evidenceWords('de', utc);
  const alerts = report.tables.find(({ id }) => id === 'alerts');
  const whatOf = (spoken: typeof words, row: number) => spoken.cell(alerts?.rows[row]?.[3] ?? null, 'notes');
  expect(whatOf(words, 0)).toMatch(/^Container web-0 uses 95\s?% CPU\.$/);
  expect(whatOf(german, 0)).toMatch(/^Container web-0 verwendet 95\s?% CPU\.$/);
  expect(whatOf(german, 39)).toBe('Container web-39 uses 95% CPU.');
  const gap = { id: 'partMissing', values: { instance: 'pve', part: 'disks', said: 'No.' } };
  expect(german.note({ ...gap, sentence: { id: 'docker.cpu', values: { name: 'web', value: 95 } } })).toMatch(
    /^pve: disks konnte nicht gelesen werden\. Container web verwendet 95\s?% CPU\.$/,
  );
  expect(german.note(gap)).toBe('pve: disks konnte nicht gelesen werden. No.');
});

test('a large number within a sentence is written as the language does', async () => {
  const note = { id: 'alsoChanges', values: { count: 28_906 } };
  expect(words.note(note)).toContain(': 28,906.');
  expect((await evidenceWords('de', utc)).note(note)).toContain(': 28.906.');
});

test.each([
  ['2026-10', 'October 2026', 'Oktober 2026'],
  ['2026-Q4', 'Q4 2026', '4. Quartal 2026'],
  ['2026-10-01..2026-10-01', '2026-10-01', '2026-10-01'],
  ['2026-10-01..2026-10-15', '2026-10-01 to 2026-10-15', '2026-10-01 bis 2026-10-15'],
])('the period %s is said as %s and as %s', async (key, en, de) => {
  expect([periodName(words, { key }), periodName(await evidenceWords('de', utc), { key })]).toEqual([en, de]);
});

test('what a spreadsheet would run or split is written so that it does not', async () => {
  const table = report.tables.find(({ id }) => id === 'backups');
  expect(csvOf(table as never, words)).toContain(`"'=dms;""quoted"", Ümläut",105,`);
});

test('an empty scope, and a period before Belfry, are said and never 100 %', () => {
  const empty = makeReport({ ...scriptedMonth(0), nodes: [] });
  expect(empty.headline.id).toBe('headlineEmpty');
  expect(empty.notes[0]).toEqual({ id: 'emptyScope' });
  const month = scriptedMonth(3);
  const unknown = makeReport({
    ...month,
    knownSince: undefined,
    guests: month.guests.map((guest) => ({ ...guest, readings: undefined })),
  });
  expect(unknown.notes[0]).toEqual({ id: 'beforeBelfry' });
  expect(unknown.tables[0]?.rows[0]?.[1]).toBeNull();
  expect(unknown.tables.find(({ id }) => id === 'guests')?.rows.every(([, , , up]) => up === null)).toBe(true);
});
