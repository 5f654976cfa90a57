// The packages of which Belfry is made: an inventory in the format of CycloneDX, and the texts of their licences.
// Both come from pnpm and list all production dependencies. The bundles leave out parts of some of them.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import type { Commit } from './commit.ts';
import { isAllowed, textsOf } from './licences.ts';
import type { Runtime } from './runtime.ts';

const run = promisify(execFile);
const apps = ['--filter', './apps/*'];
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

interface Licensed {
  name: string;
  versions: string[];
  paths: string[];
  license: string;
}

async function pnpm(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await run('pnpm', args, { cwd: folder, env: { ...process.env, CI: 'true' }, maxBuffer: 2 ** 26 });
  return stdout;
}

/** A number for this inventory that depends only on its content, in the form of a UUID (version 8). */
function serialOf(content: string): string {
  const hex = createHash('sha256').update(content).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:uuid:${parts.join('-')}`;
}

/** The inventory as JSON. `pnpm sbom` writes the time and a random number; here both follow from the commit. */
export async function inventory(build: string, commit: Commit, runtimes: readonly Runtime[]): Promise<string> {
  const kind = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--sbom-type', 'application'];
  const bom = JSON.parse(await pnpm(build, 'sbom', ...kind, '--prod', ...apps));
  const nodes = runtimes.map(({ platform, version, checksum }) => {
    const purl = `pkg:npm/node-${platform}@${version}`;
    const known = { type: 'platform', name: `node-${platform}`, version, purl, 'bom-ref': purl };
    return { ...known, licenses: [{ license: { id: 'MIT' } }], hashes: [{ alg: 'SHA-512', content: checksum }] };
  });
  const ref = (each: { 'bom-ref'?: string; ref?: string }) => each['bom-ref'] ?? each.ref ?? '';
  bom.components = [...bom.components, ...nodes].sort((a, b) => byText(ref(a), ref(b)));
  for (const each of bom.dependencies) each.dependsOn?.sort(byText);
  bom.dependencies.sort((a: { ref: string }, b: { ref: string }) => byText(a.ref, b.ref));
  bom.metadata.timestamp = new Date(commit.seconds * 1000).toISOString();
  bom.metadata.properties = [{ name: 'belfry:commit', value: commit.id }];
  delete bom.serialNumber;
  bom.serialNumber = serialOf(JSON.stringify(bom));
  return `${JSON.stringify(bom, null, 2)}\n`;
}

/** The licences of all packages, one after the other. */
export async function licenceTexts(build: string): Promise<string> {
  const groups: Record<string, Licensed[]> = JSON.parse(
    await pnpm(build, 'licenses', 'list', '--prod', '--json', ...apps),
  );
  const packages = Object.values(groups)
    .flat()
    .filter(({ name }) => !name.startsWith('@belfry/'))
    .flatMap(({ name, license, paths, versions }) =>
      paths.map((folder, i) => ({
        title: `${name} ${versions[i] ?? ''}`.trim(),
        license,
        texts: textsOf(name, folder),
      })),
    )
    .sort((a, b) => byText(a.title, b.title));
  const refused = packages.filter(({ license }) => !isAllowed(license));
  if (refused.length > 0) {
    const names = refused.map(({ title, license }) => `${title} (${license})`).join(', ');
    throw new Error(`a release must not contain packages with these licences: ${names}`);
  }
  const sections = packages.map(
    ({ title, license, texts }) => `${'='.repeat(80)}\n${title}: ${license}\n\n${texts.join('\n\n')}\n`,
  );
  return `Belfry contains parts of these packages. The licence of Node is in runtime/LICENSE.\n\n${sections.join('\n')}`;
}
