// A further release in a folder of its own: the built one with another version, signed with the same key. Building it would take a minute.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseSigningKey, signatureOf } from '../../scripts/release/signature.ts';
import type { BuiltRelease } from './release-build.ts';

interface Next {
  version: string;
  /** The folder of its files. */
  out: string;
  /** Changes the unpacked archive. */
  change?(home: string): void;
  /** Signs as the release of another version. */
  signedAs?: string;
}

/** For linux-x64 only. */
export function nextRelease({ unpacked, commit, keys }: BuiltRelease, next: Next): void {
  const { version, out, change, signedAs = version } = next;
  const [from, name] = [commit.version, version].map((each) => `belfry-${each}-linux-x64`) as [string, string];
  const home = path.join(out, name);
  mkdirSync(out, { recursive: true });
  cpSync(path.join(unpacked, from), home, { recursive: true });
  for (const file of globSync('{package.json,apps/server/dist/*.js}', { cwd: home })) {
    const text = readFileSync(path.join(home, file), 'utf8');
    writeFileSync(path.join(home, file), text.replaceAll(`"${commit.version}"`, `"${version}"`));
  }
  // most of its size, and no test with it installs an agent
  rmSync(path.join(home, 'apps/docker-agent/release'), { recursive: true });
  change?.(home);
  const archive = path.join(out, `${name}.tar.gz`);
  execFileSync('tar', ['-C', out, '--owner=0', '--group=0', '-I', 'gzip -1', '-cf', archive, name]);
  rmSync(home, { recursive: true });
  const sum = createHash('sha256').update(readFileSync(archive)).digest('hex');
  const sums = Buffer.from(`${sum}  ${name}.tar.gz\n`);
  writeFileSync(path.join(out, 'SHA256SUMS'), sums);
  const comment = `timestamp:${commit.seconds}\tfile:SHA256SUMS\tbelfry:${signedAs}`;
  writeFileSync(path.join(out, 'SHA256SUMS.minisig'), signatureOf(parseSigningKey(keys.secretKey), sums, comment));
}
