// Evidence reports on the command line: a file that is written, and the check of one.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { utc } from '@belfry/domain/calendar-event/runs';
import { makeReport } from '@belfry/domain/evidence/report';
import { csvArchive, jsonFile, sealedPdf } from '@belfry/evidence/files';
import { createSealing, signingKey } from '@belfry/evidence/seal';
import { scriptedMonth } from '@belfry/evidence/testing/scripted-month';
import { evidenceWords } from '@belfry/evidence/words';
import { expect, onTestFinished, test } from 'vitest';
import { belfry, run } from '../testing/belfry.ts';

const made = makeReport(scriptedMonth(3));
const sealing = createSealing(made, signingKey(Buffer.alloc(32, 7)));
const files = {
  pdf: sealedPdf(Buffer.from(`%PDF-1.7\n${'x'.repeat(900)}\nstartxref\n910\n%%EOF\n`), sealing),
  csv: csvArchive(made, await evidenceWords('en', utc), sealing),
  json: jsonFile(made, sealing),
};
const formats = Object.keys(files) as (keyof typeof files)[];

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'belfry-report-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test.each(formats)('a report as %s is the bytes of the server, and verifies with status 0', async (format) => {
  const query = `period=2026-10&format=${format}&scope=tag%3Acustomer-a&paper=letter&language=de`;
  const { url } = await belfry({ [`GET /api/reports?${query}`]: files[format] });
  const file = path.join(folder(), `october.${format}`);
  const words = `report --period 2026-10 --format ${format} --output ${file} --scope tag:customer-a --paper letter`;
  const env = { BELFRY_URL: url };
  await run(`${words} --language de`, env);
  expect(readFileSync(file).equals(files[format])).toBe(true);
  const { status, output } = await run(`report verify ${file}`, env);
  expect([status, output]).toEqual([0, expect.stringContaining('period 2026-10, scope all, 13 tables')]);
});

test.each(formats)('a report as %s with one changed byte verifies with status 1, and says where', async (format) => {
  const file = path.join(folder(), 'october');
  const at = 700;
  const changed = Buffer.from(files[format]);
  changed[at] = ((changed[at] ?? 0) + 1) % 256;
  writeFileSync(file, changed);
  const { status, output } = await run(`report verify ${file}`, {});
  expect(status).toBe(1);
  const spans = [...output.matchAll(/(\d+) to (\d+): /g)].map(([, from, until]) => [Number(from), Number(until)]);
  expect(spans).toHaveLength(1);
  expect(spans[0]?.[0]).toBeLessThanOrEqual(at);
  expect(spans[0]?.[1]).toBeGreaterThanOrEqual(at);
});

test('what is no report, and one of another Belfry, verify with status 1; a file that is not there is said', async () => {
  const own = folder();
  const file = path.join(own, 'october.json');
  writeFileSync(file, files.json);
  expect(await run(`report verify ${file} --key ${'0'.repeat(64)}`, {})).toMatchObject({
    ...{ status: 1, output: expect.stringContaining('another key') },
  });
  writeFileSync(file, 'hello');
  expect(await run(`report verify ${file}`, {})).toMatchObject({
    status: 1,
    output: 'This file is no report of Belfry.\n',
  });
  await expect(run(`report verify ${path.join(own, 'nothing')}`, {})).rejects.toThrow('cannot be read');
  await expect(run('report --format json', {})).rejects.toThrow('--period 2026-10 --output report.pdf');
});
