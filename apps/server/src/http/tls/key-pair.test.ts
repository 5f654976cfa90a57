import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCertificate } from '@belfry/lab/certificate';
import { expect, test } from 'vitest';
import { readKeyPair } from './key-pair.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'belfry-key-pair-'));
const file = (name: string, text: string) => {
  const place = path.join(dir, name);
  writeFileSync(place, text);
  return place;
};
const own = await createCertificate('belfry', '127.0.0.1');
const other = await createCertificate('other', '127.0.0.1');
const certificate = file('own.crt', own.cert);
const key = file('own.key', own.key);

test('a certificate and its key', () => {
  const read = readKeyPair({ certificate, key });
  expect(read).toMatchObject({ ok: true, value: { fingerprint: own.fingerprint, certificate: own.cert } });
});

test.for<[string, { certificate: string; key: string }, RegExp]>([
  ['a file that does not exist', { certificate: path.join(dir, 'no.crt'), key }, /no\.crt does not exist$/],
  ['a folder', { certificate: dir, key }, /is a folder$/],
  [
    'a text instead of a certificate',
    { certificate: file('text.crt', 'hello'), key },
    /text\.crt contains no certificate in PEM form$/,
  ],
  [
    'half a key',
    { certificate, key: file('half.key', own.key.slice(0, 60)) },
    /half\.key contains no private key in PEM form/,
  ],
  [
    'the key of another certificate',
    { certificate, key: file('other.key', other.key) },
    /other\.key is not the key of the certificate in .*own\.crt$/,
  ],
  [
    'a damaged chain',
    {
      certificate: file('chain.crt', `${own.cert}\n-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`),
      key,
    },
    /chain\.crt cannot be used/,
  ],
])('%s is refused with the name of the file', ([, files, reason]) => {
  const read = readKeyPair(files);
  expect(read.ok ? '' : read.error).toMatch(reason);
  expect(JSON.stringify(read)).not.toContain('PRIVATE KEY-----');
});
