// What the installer refuses: it says the reason, and the machine stays as it was.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { keyPair } from '../../scripts/release/testing/key-pair.ts';
import { container } from './engine/container.ts';
import { type Debian, noDebian, startDebian } from './engine/debian.ts';
import { noEngine, sweep } from './engine/docker.ts';
import { machineImage } from './engine/stand-in.ts';
import { nextRelease } from './next-release.ts';

const release = inject('release');
const { files } = release;
const missing = release.missing ?? (await noDebian());
const folder = mkdtempSync(path.join(tmpdir(), 'belfry-refusals-'));
const at = (...names: string[]) => path.join(folder, ...names);
const archive = 'belfry-99.0.0-linux-x64.tar.gz';
let machine: Debian;
let before: string[];

/** A folder with the files of the next release, of which one is changed. */
const changed = (name: string, file: string, change: (text: string) => string | Buffer) => {
  cpSync(at('good'), at(name), { recursive: true });
  writeFileSync(at(name, file), change(readFileSync(at('good', file), 'latin1')), 'latin1');
};
const lines = (text: string, change: (lines: string[]) => void) => {
  const all = text.split('\n');
  change(all);
  return all.join('\n');
};

beforeAll(async () => {
  if (missing) return;
  nextRelease(release, { version: '99.0.0', out: at('good') });
  changed('archive', archive, (text) => Buffer.from(`${text.slice(0, -1)}x`, 'latin1'));
  changed('sums', 'SHA256SUMS', (text) => text.replace(/^./, (digit) => (digit === '0' ? '1' : '0')));
  changed('comment', 'SHA256SUMS.minisig', (text) => text.replace('belfry:99.0.0', 'belfry:99.0.1'));
  changed('damaged', 'SHA256SUMS.minisig', (text) => lines(text, (all) => all.splice(1, 1, 'hello')));
  changed('old-form', 'SHA256SUMS.minisig', (text) => lines(text, (all) => all.splice(1, 1, `RW${all[1]?.slice(2)}`)));
  cpSync(at('good'), at('unsigned'), { recursive: true });
  rmSync(at('unsigned', 'SHA256SUMS.minisig'));
  cpSync(at('good'), at('renamed'), { recursive: true });
  cpSync(at('good', archive), at('renamed', 'belfry-99.0.1-linux-x64.tar.gz'));
  nextRelease(release, { version: '99.0.0', out: at('old-list'), signedAs: '98.0.0' });
  writeFileSync(at('other.pub'), keyPair().publicKey);
  writeFileSync(at('no.pub'), 'hello\n');
  const runtime = path.join(release.unpacked, `belfry-${release.commit.version}-linux-x64`, 'runtime');
  machine = await startDebian({ folders: { '/r': folder, '/release': files, '/runtime': runtime } });
  before = await machine.inventory();
});
afterAll(async () => {
  if (!(await noEngine())) await sweep();
  rmSync(folder, { recursive: true, force: true });
});

const install = (options: string) => `sh /release/install.sh ${options} 2>&1`;

describe('a release that is not what its makers signed', () => {
  test.for([
    ['archive', /99\.0\.0-linux-x64\.tar\.gz is refused: its SHA-256 is [0-9a-f]{64}, and SHA256SUMS has [0-9a-f]{64}/],
    ['sums', /SHA256SUMS is refused: the signature does not match, the file was changed/],
    ['comment', /SHA256SUMS is refused: the trusted comment of the signature was changed/],
    ['damaged', /SHA256SUMS is refused: SHA256SUMS\.minisig is not a signature of minisign/],
    ['old-form', /SHA256SUMS is refused: SHA256SUMS\.minisig is not a signature of minisign/],
    ['old-list', /SHA256SUMS is refused: it is signed as that of another version than 99\.0\.0/],
    ['unsigned', /\/r\/unsigned has no SHA256SUMS\.minisig, and a release without a signature is not installed/],
    ['nothing', /\/r\/nothing has no SHA256SUMS, which belongs to a release/],
  ] as const)('%s: refused with the reason, and nothing is changed', async ([name, reason], ctx) => {
    if (missing) ctx.skip(missing);
    expect(await machine.refused(install(`--from /r/${name}`))).toMatch(reason);
    expect(await machine.inventory()).toEqual(before);
  });

  test.for([
    ['--from /r/good --key /r/other.pub', /the signature is of the key [0-9A-F]{16}, expected the key [0-9A-F]{16}/],
    ['--from /r/good --key /r/no.pub', /\/r\/no\.pub is not a public key of minisign/],
    [
      '--archive /r/renamed/belfry-99.0.1-linux-x64.tar.gz',
      /SHA256SUMS is refused: it has no checksum for belfry-99\.0\.1/,
    ],
    ['--archive /r/good/SHA256SUMS', /SHA256SUMS is not a release of Belfry for linux-x64/],
    ['--from /r/good --version 98.0.0', /\/r\/good has version 99\.0\.0, not 98\.0\.0/],
    ['--from /r/good --port 70000', /--port: "70000" is not a port/],
    ['', /--from or --archive says what to install/],
    ['--purge', /--purge goes with --uninstall/],
  ] as const)('%s: refused with the reason, and nothing is changed', async ([options, reason], ctx) => {
    if (missing) ctx.skip(missing);
    expect(await machine.refused(install(options))).toMatch(reason);
    expect(await machine.inventory()).toEqual(before);
  });
});

/** A script that hides a program of the machine behind another one of its name. */
const other = (program: string, line: string) =>
  `mkdir /srv/bin && printf '#!/bin/sh\\n%s\\n' '${line}' >/srv/bin/${program} && chmod +x /srv/bin/*`;
const from = 'sh /release/install.sh --from /r/good 2>&1';
const withOther = [`PATH=/srv/bin:$PATH ${from}`, 'rm -r /srv/bin'] as const;
const download = 'sh /release/install.sh --from http://127.0.0.1:9 2>&1';
const listen = `/runtime/node -e 'require("net").createServer().listen(7655, () => console.log("listens"))'`;

describe('a machine that is not fit', () => {
  // prepare, install, undo
  test.for([
    ['run this as root, for example with sudo', 'true', `setpriv --reuid=65534 --clear-groups ${from}`, 'true'],
    [
      'there is no archive for the processor riscv64',
      other('uname', '[ "$1" = -s ] && echo Linux || echo riscv64'),
      ...withOther,
    ],
    ['cannot verify the signature: Belfry needs Debian 12', other('openssl', 'echo OpenSSL 1.1.1w'), ...withOther],
    ['apt-get install openssl', 'mv /usr/bin/openssl /usr/bin/kept', from, 'mv /usr/bin/kept /usr/bin/openssl'],
    ['apt-get install curl', 'mv /usr/bin/wget /usr/bin/kept', download, 'mv /usr/bin/kept /usr/bin/wget'],
    ['http://127.0.0.1:9 has no SHA256SUMS', 'true', download, 'true'],
    ['there is an account "belfry" already', 'useradd --system --no-create-home belfry', from, 'userdel belfry'],
    [
      'there is a program /usr/local/bin/belfry already',
      'touch /usr/local/bin/belfry',
      from,
      'rm /usr/local/bin/belfry',
    ],
    [
      'port 7655 is taken by another program: choose one with --port',
      `(${listen} & echo $! >/tmp/pid) >/tmp/said; until grep -q listens /tmp/said; do :; done`,
      from,
      'kill $(cat /tmp/pid)',
    ],
  ] as const)('%s: it says so, and nothing is changed', async ([reason, prepare, command, undo], ctx) => {
    if (missing) ctx.skip(missing);
    await machine.sh(prepare);
    expect(await machine.refused(command)).toContain(reason);
    await machine.sh(undo);
    expect(await machine.inventory()).toEqual(before);
  });

  test('with too little space it says how much is needed', async (ctx) => {
    if (missing) ctx.skip(missing);
    const small = await startDebian({ folders: { '/r': folder, '/release': files }, small: { '/opt': '100m' } });
    const said = await small.refused(from);
    expect(said).toMatch(/there is too little space for \/opt: \d+ MB are free, and 5\d\d MB are needed/);
    expect(await small.sh('ls -A /opt; getent passwd belfry || true')).toBe('');
  });

  test('without the GNU C library it names the container image', async (ctx) => {
    if (missing) ctx.skip(missing);
    const alpine = await container(await machineImage('machine-musl', { '/etc/alpine-release': '3.20.0\n' }))
      .withBindMounts([{ source: files, target: '/release', mode: 'ro' }])
      .withCommand(['sleep', '600'])
      .start();
    const { exitCode, output } = await alpine.exec(['sh', '-c', install('--from /release')]);
    expect([exitCode, output]).toEqual([1, expect.stringContaining('Use the container image')]);
  });
});
