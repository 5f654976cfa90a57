// The certificate that Belfry makes for itself: two files in the data directory, renewed before they end.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { hostname, type NetworkInterfaceInfo } from 'node:os';
import path from 'node:path';
import { generate } from 'selfsigned';
import { type KeyPairFiles, readKeyPair } from './key-pair.ts';

const DAY_MS = 86_400_000;
/** Browsers refuse certificates that are valid for more than 825 days, even those that a user trusts. */
const VALID_DAYS = 820;
const RENEW_DAYS = 30;

export const selfSignedFiles = (dataDir: string): KeyPairFiles => ({
  certificate: path.join(dataDir, 'tls', 'self-signed.crt'),
  key: path.join(dataDir, 'tls', 'self-signed.key'),
});

/**
 * Makes the files if they are absent, damaged, or end within 30 days. They stay the same otherwise: others may have pinned the
 * fingerprint. Throws if they cannot be written. `now` epoch ms.
 */
export async function ensureSelfSigned(
  files: KeyPairFiles,
  interfaces: Readonly<Record<string, NetworkInterfaceInfo[] | undefined>>,
  now: number,
): Promise<void> {
  const found = readKeyPair(files);
  if (found.ok && found.value.validTo - now > RENEW_DAYS * DAY_MS) return;
  const addresses = Object.values(interfaces).flatMap((entries = []) => entries.map(({ address }) => address));
  const name = hostname();
  const made = await generate([{ name: 'commonName', value: name }], {
    ...{ keyType: 'ec', curve: 'P-256', algorithm: 'sha256' },
    // A clock that is a little behind does not refuse it.
    notBeforeDate: new Date(now - DAY_MS),
    notAfterDate: new Date(now + VALID_DAYS * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          ...new Set([name, 'localhost']).values().map((value) => ({ type: 2 as const, value })),
          ...new Set(['127.0.0.1', '::1', ...addresses]).values().map((ip) => ({ type: 7 as const, ip })),
        ],
      },
    ],
  });
  mkdirSync(path.dirname(files.key), { recursive: true, mode: 0o700 });
  replace(files.key, made.private);
  replace(files.certificate, made.cert);
}

/** A reader finds the old file or the whole new one. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
