// Releases of the built product with other version numbers, signed, and the host that a list of releases names.
import { createReadStream, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCertificate } from '@belfry/lab/certificate';
import { archiveName } from '../../../packages/release/src/release-files.ts';
import { nextRelease } from '../next-release.ts';
import type { BuiltRelease } from '../release-build.ts';

const platform = 'linux-x64';

/** A text of the built server and what replaces it. An empty text is the begin of the program. */
export type Change = readonly [from: string, to: string];

export interface ReleaseHost {
  /** The folder of the releases on this machine, each in a folder with its version. */
  folder: string;
  publicKey: string;
  /** The address of the list of releases, and the certificate to trust. */
  feed: string;
  certificate: string;
  /** Adds a release to the list. `seen`: changes its entry. */
  add(version: string, changes?: readonly Change[], seen?: (entry: Entry) => Entry): void;
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

/** The text may be in any file of the server; the program itself is looked at first. */
function changeServer(home: string, changes: readonly Change[]): void {
  const files = ['main.js', ...globSync('main-*.js', { cwd: path.join(home, 'apps/server/dist') }).sort()];
  for (const [from, to] of changes) {
    const places = files.map((file) => path.join(home, 'apps/server/dist', file));
    const place = places.find((each) => readFileSync(each, 'utf8').includes(from));
    if (place === undefined) throw new Error(`the built server has no ${JSON.stringify(from)}`);
    writeFileSync(
      place,
      readFileSync(place, 'utf8').replace(from, () => to),
    );
  }
}

export async function startReleaseHost(release: BuiltRelease): Promise<ReleaseHost> {
  const folder = mkdtempSync(path.join(tmpdir(), 'belfry-releases-'));
  const { key, cert } = await createCertificate('releases', '127.0.0.1');
  const entries: Entry[] = [];
  const replaced = new Map<string, Buffer>();
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
    ...{ folder, publicKey: release.keys.publicKey, feed: `${origin}/releases`, certificate: cert },
    add(version, changes = [], seen = (entry) => entry) {
      const place = path.join(folder, version);
      nextRelease(release, { version, out: place, change: (home) => changeServer(home, changes) });
      const names = [archiveName(version, platform), 'SHA256SUMS', 'SHA256SUMS.minisig'];
      const assets = names.map((name) => ({
        name,
        browser_download_url: `${origin}/${version}/${name}`,
        size: statSync(path.join(place, name)).size,
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
