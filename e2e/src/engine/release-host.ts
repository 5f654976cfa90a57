// Releases of the built product with other version numbers, signed, and the host that a list of releases names.
import { createHash } from 'node:crypto';
import { cpSync, createReadStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCertificate } from '@belfry/lab/certificate';
import { archiveName } from '../../../packages/release/src/release-files.ts';
import { makeArchive } from '../../../scripts/release/archive.ts';
import { fetchRuntime, type Runtime } from '../../../scripts/release/runtime.ts';
import { parseSigningKey, signatureOf } from '../../../scripts/release/signature.ts';
import { keyPair } from '../../../scripts/release/testing/key-pair.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const platform = 'linux-x64';

/** A text of the built server and what replaces it. */
export type Change = readonly [from: string, to: string];

export interface ReleaseHost {
  /** The folder of the archives on this machine. */
  folder: string;
  publicKey: string;
  /** The address of the list of releases, and the certificate to trust. */
  feed: string;
  certificate: string;
  /** Adds a release to the list. `seen`: changes its entry. */
  add(version: string, changes?: readonly Change[], seen?: (entry: Entry) => Entry): Promise<void>;
  /** Replaces a file that is downloaded; undefined: the right one again. */
  replace(name: string, content: Buffer | undefined): void;
  /** The content of a file of a release. */
  read(version: string, name: string): Buffer;
  stop(): void;
}
export interface Entry {
  tag_name: string;
  html_url: string;
  assets: { name: string; browser_download_url: string; size: number }[];
}

/** A copy of the built programs in which the server has these changes. */
function changedBuild(work: string, version: string, changes: readonly Change[]): string {
  const build = path.join(work, `build-${version}`);
  const copied = ['apps/server/dist', 'apps/cli/dist', 'apps/web/dist', 'docker', 'LICENSE'];
  for (const place of copied) cpSync(path.join(root, place), path.join(build, place), { recursive: true });
  mkdirSync(path.join(build, 'apps/docker-agent/release'), { recursive: true });
  const own = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version;
  const file = path.join(build, 'apps/server/dist/main.js');
  let text = readFileSync(file, 'utf8');
  for (const [from, to] of [[`const version = "${own}";`, `const version = "${version}";`], ...changes] as Change[]) {
    if (!text.includes(from)) throw new Error(`the built server has no ${JSON.stringify(from)}`);
    text = text.replace(from, () => to);
  }
  writeFileSync(file, text);
  return build;
}

export async function startReleaseHost(): Promise<ReleaseHost> {
  const folder = mkdtempSync(path.join(tmpdir(), 'belfry-releases-'));
  const keys = keyPair();
  const { key, cert } = await createCertificate('releases', '127.0.0.1');
  const entries: Entry[] = [];
  const replaced = new Map<string, Buffer>();
  let runtime: Promise<Runtime> | undefined;
  const server = createServer({ key, cert }, (request, reply) => {
    const name = request.url?.slice(1) ?? '';
    const other = replaced.get(name);
    if (name === 'releases') reply.end(JSON.stringify(entries));
    else if (other) reply.end(other);
    else
      createReadStream(path.join(folder, name))
        .on('error', () => reply.writeHead(404).end())
        .pipe(reply);
  }).listen(0, '127.0.0.1');
  await new Promise((settle) => server.once('listening', settle));
  const origin = `https://127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    ...{ folder, publicKey: keys.publicKey, feed: `${origin}/releases`, certificate: cert },
    async add(version, changes = [], seen = (entry) => entry) {
      runtime ??= fetchRuntime(platform, path.join(folder, 'runtime'));
      const place = path.join(folder, version);
      mkdirSync(place);
      const build = changedBuild(folder, version, changes);
      const commit = { id: '0'.repeat(40), version, seconds: 1e9, dirty: false };
      const name = archiveName(version, platform);
      const file = path.join(place, name);
      await makeArchive({ commit, build, runtime: await runtime, texts: {} }, path.join(folder, 'work'), file);
      rmSync(build, { recursive: true });
      const sums = `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${name}\n`;
      writeFileSync(path.join(place, 'SHA256SUMS'), sums);
      const signature = signatureOf(parseSigningKey(keys.secretKey), Buffer.from(sums), `belfry:${version}`);
      writeFileSync(path.join(place, 'SHA256SUMS.minisig'), signature);
      const assets = [name, 'SHA256SUMS', 'SHA256SUMS.minisig'].map((asset) => ({
        name: asset,
        browser_download_url: `${origin}/${version}/${asset}`,
        size: readFileSync(path.join(place, asset)).length,
      }));
      entries.push(seen({ tag_name: `v${version}`, html_url: `https://releases.example/${version}`, assets }));
    },
    replace(name, content) {
      if (content) replaced.set(name, content);
      else replaced.delete(name);
    },
    read: (version, name) => readFileSync(path.join(folder, version, name)),
    stop() {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
