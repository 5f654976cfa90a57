// `belfry report`: an evidence report as a file, and the check of one against its seal.

import { readBoundedBytes } from '@belfry/configuration/bounded-file';
import { type Verified, verifyEvidence } from '@belfry/evidence/verify';
import { getReport } from '@belfry/schema/http/reports';
import type { Api } from '../api.ts';
import { Failure } from '../failure.ts';
import { messages } from '../messages/report.ts';
import { writeNew } from '../new-file.ts';
import { type Output, printable, show } from '../print.ts';

export interface ReportOptions {
  period: string | undefined;
  format: string;
  output: string | undefined;
  scope: string;
  paper: string;
  language: string;
}

export async function report(
  api: Api,
  output: Output,
  { output: file, period, ...more }: ReportOptions,
): Promise<void> {
  if (period === undefined || file === undefined) throw new Failure(messages.needed);
  const query = { period, ...more };
  const content = await api.download(getReport, { query });
  writeNew(file, content);
  show(output, { file, bytes: content.length }, () => `${messages.written(file)}\n`);
}

/** The largest report that is read. */
const MAX_BYTES = 256 << 20;
/** So many places are printed. */
const SHOWN = 20;

/** The status with which the program ends. */
export function verifyReport(output: Output, file: string, key: string | undefined): number {
  let found: Verified;
  try {
    found = verifyEvidence(readBoundedBytes(file, MAX_BYTES), key?.toLowerCase());
  } catch (error) {
    throw new Failure(messages.unreadable(file, `${(error as NodeJS.ErrnoException).code ?? error}`));
  }
  show(output, found, () => textOf(file, found));
  return found.ok ? 0 : 1;
}

function textOf(file: string, found: Verified): string {
  if (found.ok) {
    const { period, scope, publicKey, chain } = found.seal;
    const lines = [messages.good(file, period, scope, chain.length), messages.signed(publicKey)];
    return lines.map((line) => `${printable(line)}\n`).join('');
  }
  if (found.problem !== 'content') return `${printable(messages.problems[found.problem])}\n`;
  const lines = found.places
    .slice(0, SHOWN)
    .map(({ part, from, until }) => `  ${printable(messages.place(part ?? messages.between, from, until))}\n`);
  const more = found.places.length > SHOWN ? [`  ${messages.more(found.places.length - SHOWN)}\n`] : [];
  return [`${messages.changed}\n`, ...lines, ...more].join('');
}
