// Whether the downloaded archive of a release is the one that its makers signed. What is not, is never unpacked.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { fail, ok, type Result } from '@belfry/domain/result';
import { parsePublicKey, verifySignature } from './minisign.ts';

interface ReleaseFiles {
  /** A public key of minisign. */
  publicKey: string;
  /** The content of `SHA256SUMS`, and of its signature `SHA256SUMS.minisig`. */
  sums: Buffer;
  signature: string;
  version: string;
  platform: string;
  /** The path of the downloaded archive. */
  archive: string;
}

/** The version is in the name, so the signed list of an older release does not have it. */
export const archiveName = (version: string, platform: string): string => `belfry-${version}-${platform}.tar.gz`;

/** The checksums by the names of the files. Undefined where a line is something else, or names a file twice. */
function parseSums(text: string): Map<string, string> | undefined {
  const lines = text.trimEnd().split('\n');
  const entries = lines.map((line) => /^([0-9a-f]{64}) {2}([\w.-]+)$/.exec(line)?.slice(1) ?? []);
  const sums = new Map(entries.map(([sum = '', name = '']) => [name, sum]));
  return sums.has('') || sums.size !== lines.length ? undefined : sums;
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}

/** The checksum of the archive, or why it is refused. Throws where the archive cannot be read. */
export async function checkRelease(files: ReleaseFiles): Promise<Result<string, string>> {
  const key = parsePublicKey(files.publicKey);
  if (!key.ok) return key;
  const signed = verifySignature(key.value, files.sums, files.signature);
  if (!signed.ok) return fail(`SHA256SUMS is refused: ${signed.error}`);
  const name = archiveName(files.version, files.platform);
  const expected = parseSums(files.sums.toString('utf8'))?.get(name);
  if (!expected) return fail(`SHA256SUMS is refused: it has no checksum for ${name}`);
  const found = await sha256(files.archive);
  if (found === expected) return ok(found);
  return fail(`${name} is refused: its SHA-256 is ${found}, and SHA256SUMS has ${expected}. Download it again`);
}
