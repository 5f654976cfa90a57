// Checks a report against its seal, without a Belfry: each byte, the signature, and where a file was changed.
import { createPublicKey, verify } from 'node:crypto';
import type { EvidenceReport } from '@belfry/schema/evidence/report';
import * as z from 'zod';
import { JSON_END, pdfEnd } from './files.ts';
import { blockHashes, chainOf, SEAL_BEGIN, Seal, SPKI, sha256, signedText } from './seal.ts';

export type EvidenceFormat = 'pdf' | 'csv' | 'json';

/** `from` and `until`: bytes of the file. `part`: the table, the file of the archive, or the pages. */
export interface ChangedPlace {
  part: string | undefined;
  from: number;
  until: number;
}

/**
 * `no-report`: the file is none. `no-seal`: it has no seal that can be read. `seal`: the seal was changed, or was not made by its key.
 * `end`: what follows the seal is not as it was made. `other-key`: another Belfry has made it. `content`: it was changed in these places.
 */
export type Verified =
  | { ok: true; seal: Seal; format: EvidenceFormat }
  | { ok: false; problem: 'no-report' | 'no-seal' | 'seal' | 'end' | 'other-key'; seal?: Seal }
  | { ok: false; problem: 'content'; seal: Seal; places: ChangedPlace[] };

/** `expectedKey`: the public key of the Belfry that should have made it; without it any key counts. */
export function verifyEvidence(file: Uint8Array, expectedKey?: string): Verified {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const start = bytes.lastIndexOf(SEAL_BEGIN);
  if (start < 0) return { ok: false, problem: formatOf(bytes) ? 'no-seal' : 'no-report' };
  const found = sealIn(bytes, start);
  if (!found) return { ok: false, problem: 'no-seal' };
  const { seal, end } = found;
  if (!isSigned(seal)) return { ok: false, problem: 'seal' };
  const content = bytes.subarray(0, start);
  if (content.length !== seal.bytes || sha256(content) !== seal.sha256)
    return { ok: false, problem: 'content', seal, places: placesOf(content, seal) };
  const format = formatOf(bytes);
  if (!format) return { ok: false, problem: 'no-report' };
  const rightEnd = { pdf: () => pdfEnd(content), csv: () => '', json: () => JSON_END }[format]();
  if (bytes.subarray(end).toString('latin1') !== rightEnd) return { ok: false, problem: 'end', seal };
  if (format === 'json' && !isChained(bytes, seal)) return { ok: false, problem: 'seal', seal };
  if (expectedKey !== undefined && expectedKey !== seal.publicKey) return { ok: false, problem: 'other-key', seal };
  return { ok: true, seal, format };
}

function formatOf(bytes: Buffer): EvidenceFormat | undefined {
  const head = bytes.subarray(0, 5).toString('latin1');
  if (head === '%PDF-') return 'pdf';
  if (head.startsWith('PK\x03\x04')) return 'csv';
  return head.startsWith('{') ? 'json' : undefined;
}

/** The seal is one object without a brace in any of its texts but those of the scope, so its end is where it can be read. */
function sealIn(bytes: Buffer, start: number): { seal: Seal; end: number } | undefined {
  const mark = '","signature":"';
  const at = bytes.indexOf(mark, start);
  const end = at + mark.length + 128 + 2;
  if (at < 0 || end > bytes.length) return undefined;
  const text = bytes.subarray(start, end).toString('utf8');
  try {
    const { data } = Seal.safeParse(JSON.parse(text));
    return data && JSON.stringify(data) === text ? { seal: data, end } : undefined;
  } catch {
    return undefined;
  }
}

function isSigned(seal: Seal): boolean {
  try {
    const key = createPublicKey({
      ...{ key: Buffer.concat([SPKI, Buffer.from(seal.publicKey, 'hex')]), format: 'der', type: 'spki' },
    });
    return verify(null, Buffer.from(signedText(seal)), key, Buffer.from(seal.signature, 'hex'));
  } catch {
    return false;
  }
}

const Tables = z.object({ tables: z.array(z.object({ id: z.string(), rows: z.array(z.unknown()) })) });

/** The tables are those of the chain: as the file has them, because a newer Belfry may have written fields that this one does not know. */
function isChained(bytes: Buffer, { chain }: Seal): boolean {
  try {
    const report: unknown = JSON.parse(bytes.toString('utf8'));
    Tables.parse(report);
    return JSON.stringify(chainOf((report as EvidenceReport).tables)) === JSON.stringify(chain);
  } catch {
    return false;
  }
}

/** Where blocks differ; after bytes were added or removed, everything behind that place differs. */
function placesOf(content: Buffer, { parts, blockBytes, blocks, bytes }: Seal): ChangedPlace[] {
  const now = blockHashes(content, blockBytes);
  const places: ChangedPlace[] = [];
  for (let n = 0; n < Math.max(now.length, blocks.length); n++) {
    if (now[n] === blocks[n]) continue;
    const block = { from: n * blockBytes, until: Math.min((n + 1) * blockBytes, Math.max(content.length, bytes)) };
    const changed = parts.filter(
      ({ from, until, sha256: hash }) =>
        from < block.until && until > block.from && sha256(content.subarray(from, until)) !== hash,
    );
    if (changed.length === 0) places.push({ part: undefined, ...block });
    for (const { name, from, until } of changed)
      places.push({ part: name, from: Math.max(from, block.from), until: Math.min(until, block.until) });
  }
  return places;
}
