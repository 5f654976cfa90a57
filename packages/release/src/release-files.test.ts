// A release that minisign 0.11 signed, and every way in which its files can be wrong.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkRelease } from './release-files.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'belfry-release-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const publicKey = `untrusted comment: minisign public key BF210CFE15B36CA8
RWSobLMV/gwhv4vieLePdUjd4bsbpakgAxYPoNgn/zbVWz1igeIO+yEt
`;
const otherKey = 'RWRJoe5fzomxXjiiJj6jtcEBk3suEIvMR6cmrZfhKMu1Fk7HjjG9DUkb';
const sum = '4cd36b3ca046f7c17e81e1aa31bf2dc6a91b98c94238810db57456b4904d3a22';
const sums = `${sum}  belfry-0.1.0-linux-x64.tar.gz\n`;
const signature = `untrusted comment: signature of a release
RUSobLMV/gwhvyOjPprSxTHwfstCi/5pi8uN+hNbiPitJ/wqW8hWTxMrD83EC7OT81HxCCewE6ztpq9+sv3v+hFy6Eoorvy/KAE=
trusted comment: timestamp:1795000000\tfile:SHA256SUMS\tbelfry:0.1.0
YAZSoZA9ylokgGfAo1xPrIG19prz82ZuSN5pxRkZjagqy/SpaPGzW2UNunKXSYYnCUoF2CG8wZsTnZH3OXMSBg==
`;
const oldForm = `untrusted comment: signature from minisign secret key
RWSobLMV/gwhv0I5eVdjCswh59SysYr2ydAXCeMXmAEM+vAn7VutdBjIVHPocrMoB5C0siY/VZyqzQJ7oyw6QcyYiG3Q+CgzZA8=
trusted comment: old
ayjV46MLvE6wPXsWnsJjYdhmV/78FMNKfz4GOfvf6uQFYO264+onVtSmdZdSrYZlOsrXz5mgcR1QMxO4NKNpBw==
`;

interface Release {
  publicKey: string;
  sums: string;
  signature: string;
  content: string;
  version: string;
  platform: string;
}

/** What becomes of the good release with these changes. */
async function check(changes: Partial<Release> = {}) {
  const good = { publicKey, sums, signature, content: 'an archive\n', version: '0.1.0', platform: 'linux-x64' };
  const { content, ...release } = { ...good, ...changes };
  const archive = path.join(folder, 'archive');
  writeFileSync(archive, content);
  const checked = await checkRelease({ ...release, sums: Buffer.from(release.sums), archive });
  return checked.ok ? checked.value : `refused: ${checked.error}`;
}

test('a release that minisign signed is accepted, with its public key alone or with the comment of the key', async () => {
  expect(await check()).toBe(sum);
  expect(await check({ publicKey: publicKey.split('\n')[1] ?? '' })).toBe(sum);
});

test('a changed archive is refused with both checksums', async () => {
  const found = createHash('sha256').update('another\n').digest('hex');
  expect(await check({ content: 'another\n' })).toBe(
    `refused: belfry-0.1.0-linux-x64.tar.gz is refused: its SHA-256 is ${found}, and SHA256SUMS has ${sum}. Download it again`,
  );
});

test('an archive with its own checksum is refused, because the list is not the signed one', async () => {
  const own = sums.replace(/^4/, '5');
  expect(await check({ sums: own })).toMatch(
    /SHA256SUMS is refused: the signature does not match: the file was changed/,
  );
});

test('a signature of another key, or under the number of this key, is refused', async () => {
  expect(await check({ publicKey: otherKey })).toMatch(
    /of the key BF210CFE15B36CA8: expected the key 5EB189CE5FEEA149/,
  );
  const mixed = Buffer.concat([
    Buffer.from(otherKey, 'base64').subarray(0, 2),
    Buffer.from(publicKey.split('\n')[1] ?? '', 'base64').subarray(2, 10),
    Buffer.from(otherKey, 'base64').subarray(10),
  ]).toString('base64');
  expect(await check({ publicKey: mixed })).toMatch(/the signature does not match/);
});

test('a changed comment of the signature is refused', async () => {
  expect(await check({ signature: signature.replace('belfry:0.1.0', 'belfry:0.2.0') })).toMatch(
    /the trusted comment of the signature was changed/,
  );
});

test('the signed list of another version or platform is refused', async () => {
  expect(await check({ version: '0.2.0' })).toMatch(/it has no checksum for belfry-0\.2\.0-linux-x64\.tar\.gz/);
  expect(await check({ platform: 'linux-arm64' })).toMatch(/no checksum for belfry-0\.1\.0-linux-arm64/);
});

test('what is no signature, or one of the old form, is refused with what was expected', async () => {
  for (const text of ['', 'hello', signature.slice(0, -20), `${signature}more\n`, signature.replace('RUS', 'RU*')]) {
    expect(await check({ signature: text })).toMatch(/is not a signature of minisign: expected four lines/);
  }
  expect(await check({ signature: oldForm })).toMatch(/of the old form that minisign -l makes/);
});

test('what is no public key is refused', async () => {
  for (const text of ['', 'hello', `${publicKey}more`, 'RWSobLMV', signature]) {
    expect(await check({ publicKey: text })).toMatch(/the public key is not a key of minisign/);
  }
});
