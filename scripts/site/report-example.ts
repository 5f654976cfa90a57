// An example of an evidence report in each form, for the page about evidence: a month that is known, made by the code that makes reports.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pdfOf } from '../../apps/server/src/evidence/pdf/document.ts';
import { utc } from '../../packages/domain/src/calendar-event/runs.ts';
import { makeReport } from '../../packages/domain/src/evidence/report.ts';
import { csvArchive, jsonFile, sealedPdf } from '../../packages/evidence/src/files.ts';
import { createSealing, signingKey } from '../../packages/evidence/src/seal.ts';
import { scriptedMonth } from '../../packages/evidence/src/testing/scripted-month.ts';
import { evidenceWords } from '../../packages/evidence/src/words.ts';

/** Below the folder of public files. */
export const exampleFolder = 'example';
const NAME = 'belfry-report-2026-10';
/** Everybody may know it: it signs this example and nothing else. */
const secret = Buffer.alloc(32, 'example');

/** Writes the files, and returns their names. */
export async function writeReportExample(publicFolder: string): Promise<string[]> {
  const report = makeReport(scriptedMonth());
  const sealOf = createSealing(report, signingKey(secret));
  const words = await evidenceWords('en', utc);
  const head = { name: 'Systemhaus Nord', logo: undefined };
  const files = {
    [`${NAME}.pdf`]: sealedPdf(await pdfOf(report, words, 'A4', head), sealOf),
    [`${NAME}.zip`]: csvArchive(report, words, sealOf),
    [`${NAME}.json`]: jsonFile(report, sealOf),
  };
  const folder = path.join(publicFolder, exampleFolder);
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  return Object.keys(files);
}
