// The text of the pages of a report, as another program reads it.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { tempDir } from '../../db/testing/temp-store.ts';

/** Undefined: the program is not there. */
export function textIn(pdf: Buffer): string | undefined {
  const file = path.join(tempDir(), 'report.pdf');
  writeFileSync(file, pdf);
  try {
    return execFileSync('pdftotext', ['-raw', file, '-'], { encoding: 'utf8', maxBuffer: 1 << 26 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
