// A release: what `npm run release` makes of the commit, started where there is no Node, and refused where it was changed.
import { spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, inject, onTestFinished, test } from 'vitest';
import { archiveName, checkRelease } from '../../packages/release/src/release-files.ts';
import { packRelease } from '../../scripts/release/release.ts';
import { platforms } from '../../scripts/release/runtime.ts';
import { parseSigningKey } from '../../scripts/release/signature.ts';
import { container, sh } from './engine/container.ts';
import { noEngine, sweep } from './engine/docker.ts';
import { machineImage } from './engine/stand-in.ts';
import { freePort } from './product.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { missing, commit, keys, build, files: first, unpacked } = inject('release');
const engineless = await noEngine();
const folder = mkdtempSync(path.join(tmpdir(), 'belfry-release-again-'));
const second = path.join(folder, 'second');

const pack = (out: string) =>
  packRelease({ root, commit, out, key: parseSigningKey(keys.secretKey), print: () => undefined }, build);
const filesIn = (place: string) =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
const home = (platform: string) => path.join(unpacked, `belfry-${commit.version}-${platform}`);
/** The processor in the header of a program; undefined for other files. */
const machineOf = (bytes: Buffer) => (bytes.toString('latin1', 1, 4) === 'ELF' ? bytes.readUInt16LE(18) : undefined);
const processors = { 'linux-x64': 0x3e, 'linux-arm64': 0xb7 };

afterAll(async () => {
  if (!engineless) await sweep();
  rmSync(folder, { recursive: true, force: true });
});

test('packed again, from files with other times and modes, the release is the same to the byte', async (ctx) => {
  if (missing) ctx.skip(missing);
  for (const file of ['server', 'cli', 'web'].flatMap((app) => filesIn(path.join(build, 'apps', app, 'dist')))) {
    utimesSync(file, 1e9, 1e9);
    chmodSync(file, 0o600);
  }
  const names = await pack(second);
  expect(names.toSorted()).toEqual(readdirSync(first).toSorted());
  expect(names).toContain('SHA256SUMS.minisig');
  for (const name of names) {
    const [one, other] = [first, second].map((place) => readFileSync(path.join(place, name)));
    expect([name, other && one?.equals(other)]).toEqual([name, true]);
  }
  rmSync(second, { recursive: true });
});

test('an archive has programs for its processor only, and the agents for both, with an inventory and licences', async (ctx) => {
  if (missing) ctx.skip(missing);
  for (const platform of platforms) {
    const files = filesIn(home(platform));
    const programs = files.flatMap((file) => {
      const machine = machineOf(readFileSync(file));
      return machine === undefined ? [] : [[path.relative(home(platform), file), machine]];
    });
    expect(programs).toEqual([['runtime/node', processors[platform]]]);
    const packed = files.filter((file) => file.endsWith('.gz') && file.includes('docker-agent')).toSorted();
    expect(packed.map((file) => machineOf(gunzipSync(readFileSync(file))))).toEqual(Object.values(processors));
    const text = (name: string) => readFileSync(path.join(home(platform), name), 'utf8');
    const { bomFormat, specVersion, components, metadata } = JSON.parse(text('sbom.cdx.json'));
    expect([bomFormat, specVersion, metadata.properties[0].value]).toEqual(['CycloneDX', '1.6', commit.id]);
    expect(components).toContainEqual(expect.objectContaining({ purl: expect.stringMatching(/^pkg:npm\/fastify@/) }));
    expect(text('THIRD-PARTY-LICENSES.txt')).toMatch(/^react \S+: MIT\n\nMIT License/m);
    expect(text('CHANGELOG.md')).toContain(commit.id.slice(0, 10));
  }
});

test('on a machine without Node and with an empty PATH, the archive is healthy, and its command line runs', async (ctx) => {
  if (missing ?? engineless) ctx.skip((missing ?? engineless) as string);
  const port = await freePort();
  const place = `/opt/${path.basename(home('linux-x64'))}`;
  const machine = await container(await machineImage('machine-release', {}))
    .withNetworkMode('host')
    .withBindMounts([{ source: home('linux-x64'), target: place, mode: 'ro' }])
    .withCommand(['sleep', '600'])
    .start();
  // Node 26, which this image is made for, needs it. A minimal Debian has none.
  await sh(machine, 'rm -f $(find / -xdev -name "libatomic*")');
  expect(await sh(machine, 'command -v node || echo none')).toBe('none');
  await sh(
    machine,
    `cd /root; BELFRY_HOST=127.0.0.1 BELFRY_PORT=${port} BELFRY_AUTH_DISABLED=true PATH= ${place}/belfry-server >/tmp/log 2>&1 &`,
  );
  const url = `http://127.0.0.1:${port}`;
  const health = () =>
    fetch(`${url}/api/health`).then(
      async (answer) => ((await answer.json()) as { status: string }).status,
      (error: Error) => error.message,
    );
  await expect.poll(health).toBe('healthy');
  expect(await (await fetch(url)).text()).toContain('<div id="root">');
  expect(await (await fetch(`${url}/api/version`)).json()).toMatchObject({ version: commit.version, build: 'release' });
  expect(await (await fetch(`${url}/api/agent/version`)).json()).toMatchObject({ architectures: ['amd64', 'arm64'] });
  await sh(machine, `ln -s ${place}/belfry /bin/belfry`);
  expect(await sh(machine, 'PATH= /bin/belfry help')).toContain('Usage: belfry');
  expect(await sh(machine, `ls /root/data`)).toContain('belfry.db');
});

test('the archive for arm64 is healthy on a processor that is emulated', async (ctx) => {
  if (missing) ctx.skip(missing);
  const [emulator, libraries] = ['/usr/bin/qemu-aarch64-static', '/usr/aarch64-linux-gnu'];
  if (!existsSync(emulator)) ctx.skip('no qemu-aarch64-static (Debian: apt-get install qemu-user-static)');
  if (!existsSync(`${libraries}/lib/libstdc++.so.6`)) {
    ctx.skip('no libraries for arm64 (Debian: apt-get install libc6-arm64-cross libstdc++6-arm64-cross)');
  }
  const port = await freePort();
  const at = (place: string) => path.join(home('linux-arm64'), place);
  const env = { BELFRY_HOST: '127.0.0.1', BELFRY_PORT: String(port), BELFRY_DATA_DIR: path.join(folder, 'data') };
  const server = spawn(emulator, ['-L', libraries, at('runtime/node'), at('apps/server/dist/main.js')], {
    env,
    stdio: 'ignore',
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  const status = () =>
    fetch(`http://127.0.0.1:${port}/api/health`).then(
      ({ status }) => status,
      () => undefined,
    );
  await expect.poll(status).toBe(200);
});

test('the release is accepted as it was signed, and refused with one changed byte in the archive or in the signature', async (ctx) => {
  if (missing) ctx.skip(missing);
  const name = archiveName(commit.version, 'linux-x64');
  const archive = path.join(folder, name);
  copyFileSync(path.join(first, name), archive);
  const files = {
    ...{ publicKey: keys.publicKey, version: commit.version, platform: 'linux-x64', archive },
    sums: readFileSync(path.join(first, 'SHA256SUMS')),
    signature: readFileSync(path.join(first, 'SHA256SUMS.minisig'), 'utf8'),
  };
  expect(await checkRelease(files)).toMatchObject({ ok: true });
  const signature = files.signature.replace(/belfry:\S+$/m, 'belfry:9.9.9');
  expect(await checkRelease({ ...files, signature })).toEqual({
    ok: false,
    error: 'SHA256SUMS is refused: the trusted comment of the signature was changed',
  });
  const bytes = readFileSync(archive);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(archive, bytes);
  const refused = await checkRelease(files);
  expect(refused.ok ? '' : refused.error).toContain(`${name} is refused: its SHA-256 is `);
});
