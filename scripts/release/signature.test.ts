// What the release signs, minisign and the updater verify.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { parsePublicKey, verifySignature } from '../../packages/release/src/minisign.ts';
import { parseSigningKey, signatureOf } from './signature.ts';
import { keyPair } from './testing/key-pair.ts';

const run = promisify(execFile);
const content = Buffer.from('a list of checksums\n');
const comment = 'timestamp:1795000000\tfile:SHA256SUMS\tbelfry:0.1.0';

test('the updater verifies a signature of the release, which is the same each time', () => {
  const { secretKey, publicKey } = keyPair();
  const signature = signatureOf(parseSigningKey(secretKey), content, comment);
  expect(signatureOf(parseSigningKey(secretKey), content, comment)).toBe(signature);
  const key = parsePublicKey(publicKey);
  if (!key.ok) throw new Error(key.error);
  expect(verifySignature(key.value, content, signature)).toEqual({ ok: true, value: comment });
});

test('a key with a password, a damaged key and what is no key are refused', () => {
  const { secretKey } = keyPair();
  const changed = (at: number, value: number) => {
    const bytes = Buffer.from(secretKey.split('\n')[1] ?? '', 'base64');
    bytes[at] = value;
    return `untrusted comment: x\n${bytes.toString('base64')}\n`;
  };
  expect(() => parseSigningKey(changed(2, 0x53))).toThrow(/has a password\. Make one without: minisign -G -W/);
  const half = Buffer.from(secretKey.split('\n')[1] ?? '', 'base64')[100] ?? 0;
  expect(() => parseSigningKey(changed(100, half ^ 1))).toThrow(/its public half is not of its private half/);
  expect(() => parseSigningKey('hello')).toThrow(/is not a secret key of minisign/);
});

test('minisign verifies a signature of the release, and the release signs with a key that minisign made', async (ctx) => {
  const found = await run('minisign', ['-v']).catch(() => undefined);
  if (!found) ctx.skip('no minisign (Debian: apt-get install minisign)');
  const folder = mkdtempSync(path.join(tmpdir(), 'belfry-minisign-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const at = (name: string) => path.join(folder, name);
  await run('minisign', ['-G', '-W', '-p', at('key.pub'), '-s', at('key')]);
  writeFileSync(at('SHA256SUMS'), content);
  const key = parseSigningKey(readFileSync(at('key'), 'utf8'));
  writeFileSync(at('SHA256SUMS.minisig'), signatureOf(key, content, comment));
  const verified = await run('minisign', ['-V', '-p', at('key.pub'), '-m', at('SHA256SUMS')]);
  expect(verified.stdout).toContain(`Trusted comment: ${comment}`);
});
