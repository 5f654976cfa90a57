// The seal at the end of a report: a chain of hashes over its tables, hashes of the parts of the file, and Belfry's signature over both.
//
// A file is its content, the seal as one line of JSON, and an end that follows from the content. The signature is over the seal, and the seal
// has the hash of every byte before it, so that no byte of a file is without a check. It has short hashes of small blocks too: by them a
// reader learns where a file was changed.
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { EvidenceReport, EvidenceTable } from '@belfry/schema/evidence/report';
import * as z from 'zod';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);

/** `from` and `until`: bytes of the file. */
const SealedPart = z.strictObject({ name: z.string(), from: z.number().int(), until: z.number().int(), sha256: Hash });
export type SealedPart = z.infer<typeof SealedPart>;

/** `link`: the hash of the link before, of the first table 64 zeros, and of the table. A table removed or exchanged breaks the chain. */
const ChainLink = z.strictObject({ table: z.string(), rows: z.number().int(), sha256: Hash, link: Hash });

export const Seal = z.strictObject({
  belfry: z.literal('evidence seal'),
  version: z.literal(1),
  period: z.string(),
  scope: z.string(),
  chain: z.array(ChainLink),
  bytes: z.number().int(),
  sha256: Hash,
  parts: z.array(SealedPart),
  blockBytes: z.number().int().min(1),
  blocks: z.array(z.string().regex(/^[0-9a-f]{16}$/)),
  publicKey: Hash,
  signature: z.string().regex(/^[0-9a-f]{128}$/),
});
export type Seal = z.infer<typeof Seal>;

export const SEAL_BEGIN = '{"belfry":"evidence seal"';
/** So many blocks at most, so that the seal fits into the comment of an archive. */
const MOST_BLOCKS = 256;
const LEAST_BLOCK_BYTES = 256;
const NO_LINK = '0'.repeat(64);

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

export const blockHashes = (content: Uint8Array, blockBytes: number): string[] =>
  Array.from({ length: Math.ceil(content.length / blockBytes) }, (_, n) =>
    sha256(content.subarray(n * blockBytes, (n + 1) * blockBytes)).slice(0, 16),
  );

/** Over the data of the tables, so it is the same in each form and language of a report. */
export function chainOf(tables: readonly EvidenceTable[]): Seal['chain'] {
  let link = NO_LINK;
  return tables.map((table) => {
    const hash = sha256(JSON.stringify(table));
    link = sha256(link + hash);
    return { table: table.id, rows: table.rows.length, sha256: hash, link };
  });
}

const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
export const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** The key of signatures from 32 secret bytes. */
export const signingKey = (secret: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8, secret]), format: 'der', type: 'pkcs8' });

/** 32 bytes as hex. */
export const publicKeyOf = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(SPKI.length).toString('hex');

/** The text that is signed: the seal without its signature. */
export const signedText = ({ signature: _, ...rest }: Seal): string => JSON.stringify(rest);

export type SealOf = (content: Uint8Array, parts: readonly Omit<SealedPart, 'sha256'>[]) => string;

/** The length of a seal depends only on the length of the content and on the parts. */
export function createSealing({ period, scope, tables }: EvidenceReport, key: KeyObject): SealOf {
  const chain = chainOf(tables);
  const publicKey = publicKeyOf(key);
  return (content, parts) => {
    const blockBytes = Math.max(LEAST_BLOCK_BYTES, Math.ceil(content.length / MOST_BLOCKS));
    const seal: Seal = {
      belfry: 'evidence seal',
      version: 1,
      period: period.key,
      scope: scope.kind === 'all' ? 'all' : `${scope.kind}:${scope.id}`,
      chain,
      bytes: content.length,
      sha256: sha256(content),
      parts: parts.map((part) => ({ ...part, sha256: sha256(content.subarray(part.from, part.until)) })),
      blockBytes,
      blocks: blockHashes(content, blockBytes),
      publicKey,
      signature: '',
    };
    seal.signature = sign(null, Buffer.from(signedText(seal)), key).toString('hex');
    return JSON.stringify(seal);
  };
}
