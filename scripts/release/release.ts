// All files of a release of one commit: archives, inventory, changelog, checksums and their signature.
import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { archiveName } from '../../packages/release/src/release-files.ts';
import { makeArchive } from './archive.ts';
import { buildCommit } from './build.ts';
import { type Commit, changelogOf } from './commit.ts';
import { installerOf, proxmoxInstallerOf } from './installer.ts';
import { inventory, licenceTexts } from './parts.ts';
import { fetchRuntime, platforms } from './runtime.ts';
import { type SigningKey, signatureOf } from './signature.ts';

interface Order {
  /** The clone. */
  root: string;
  commit: Commit;
  /** The folder of the release. Files in it are replaced. */
  out: string;
  /** Without a key the release is not signed. */
  key?: SigningKey | undefined;
  print(line: string): void;
}

async function sumLine(folder: string, name: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path.join(folder, name))) hash.update(chunk);
  return `${hash.digest('hex')}  ${name}\n`;
}

/** Makes the files of the release from `build`, a folder in which the commit was built. Returns their names. */
export async function packRelease({ root, commit, out, key, print }: Order, build: string): Promise<string[]> {
  const work = mkdtempSync(path.join(tmpdir(), 'belfry-archives-'));
  try {
    mkdirSync(out, { recursive: true });
    const runtimes = await Promise.all(platforms.map((name) => fetchRuntime(name, path.join(work, `runtime-${name}`))));
    const [bom, licences] = await Promise.all([inventory(build, commit, runtimes), licenceTexts(build)]);
    const changelog = changelogOf(root, commit);
    const installer = installerOf(build, key?.publicKey);
    const scripts = { 'install.sh': installer, 'proxmox-lxc.sh': proxmoxInstallerOf(build, installer) };
    const texts = {
      ...{ 'sbom.cdx.json': bom, 'THIRD-PARTY-LICENSES.txt': licences, 'CHANGELOG.md': changelog },
      'install.sh': installer,
    };
    const archives = runtimes.map(async (runtime) => {
      const name = archiveName(commit.version, runtime.platform);
      await makeArchive({ commit, build, runtime, texts }, work, path.join(out, name));
      return name;
    });
    const [bomName, changelogName] = [`belfry-${commit.version}.cdx.json`, `CHANGELOG-${commit.version}.md`];
    writeFileSync(path.join(out, bomName), bom);
    writeFileSync(path.join(out, changelogName), changelog);
    for (const [name, text] of Object.entries(scripts)) writeFileSync(path.join(out, name), text, { mode: 0o755 });
    const names = [...(await Promise.all(archives)), bomName, changelogName, ...Object.keys(scripts)].sort();
    const sums = (await Promise.all(names.map((name) => sumLine(out, name)))).join('');
    writeFileSync(path.join(out, 'SHA256SUMS'), sums);
    return [...names, 'SHA256SUMS', ...signed(out, commit, key, print)];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Signs the checksums, and with them every file. An old signature does not stay beside new checksums. */
function signed(out: string, commit: Commit, key: SigningKey | undefined, print: Order['print']): string[] {
  const file = path.join(out, 'SHA256SUMS.minisig');
  rmSync(file, { force: true });
  if (key === undefined) {
    print('The release is NOT SIGNED: BELFRY_RELEASE_KEY_FILE does not name the file of a secret key of minisign.');
    return [];
  }
  const comment = `timestamp:${commit.seconds}\tfile:SHA256SUMS\tbelfry:${commit.version}`;
  writeFileSync(file, signatureOf(key, readFileSync(path.join(out, 'SHA256SUMS')), comment));
  return ['SHA256SUMS.minisig'];
}

/** Builds the commit in a folder of its own, and makes the release of it. */
export async function makeRelease(order: Order): Promise<string[]> {
  const build = mkdtempSync(path.join(tmpdir(), 'belfry-build-'));
  try {
    await buildCommit(order.root, order.commit, build);
    return await packRelease(order, build);
  } finally {
    rmSync(build, { recursive: true, force: true });
  }
}
