// Makes the file of a report. Runs in a worker.
import type { EvidenceInput } from '@belfry/domain/evidence/input';
import { makeReport } from '@belfry/domain/evidence/report';
import { csvArchive, jsonFile, sealedPdf } from '@belfry/evidence/files';
import { createSealing, signingKey } from '@belfry/evidence/seal';
import type { EvidenceFormat } from '@belfry/evidence/verify';
import { evidenceWords } from '@belfry/evidence/words';
import type { LanguageTag } from '@belfry/schema/languages/languages';
import { zoneNamed } from '../lib/zones.ts';
import type { LetterHead } from './letter-head.ts';
import type { Paper } from './pdf/page.ts';

/** `secret`: 32 bytes, from which the key of signatures is made. */
export interface Asked {
  input: EvidenceInput;
  format: EvidenceFormat;
  language: LanguageTag;
  paper: Paper;
  secret: Uint8Array;
  head: LetterHead;
}

export async function makeFile({ input, format, language, paper, secret, head }: Asked): Promise<Buffer> {
  const report = makeReport(input);
  const sealOf = createSealing(report, signingKey(secret));
  if (format === 'json') return jsonFile(report, sealOf);
  const words = await evidenceWords(language, zoneNamed(input.period.zone));
  if (format === 'csv') return csvArchive(report, words, sealOf);
  const { pdfOf } = await import('./pdf/document.ts');
  return sealedPdf(await pdfOf(report, words, paper, head), sealOf);
}
