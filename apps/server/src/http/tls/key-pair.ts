// A certificate with its key, from files, checked before anything uses it.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { fail, ok, type Result } from '@belfry/domain/result';
import { readRegularFile } from '../../lib/regular-file.ts';

/** PEM texts; the certificate may be followed by its chain. `validTo` epoch ms. `fingerprint` is its SHA-256, `AB:CD:…`. */
export interface KeyPair {
  certificate: string;
  key: string;
  validTo: number;
  fingerprint: string;
}

/** The paths of the two PEM files. */
export interface KeyPairFiles {
  certificate: string;
  key: string;
}

/** The error names the file and what is wrong with it. It never contains the key. */
export function readKeyPair(files: KeyPairFiles): Result<KeyPair, string> {
  const certificate = readText(files.certificate);
  if (!certificate.ok) return certificate;
  const key = readText(files.key);
  if (!key.ok) return key;
  let leaf: X509Certificate;
  try {
    leaf = new X509Certificate(certificate.value);
  } catch {
    return fail(`${files.certificate} contains no certificate in PEM form`);
  }
  try {
    const privateKey = createPrivateKey(key.value);
    if (!leaf.checkPrivateKey(privateKey))
      return fail(`${files.key} is not the key of the certificate in ${files.certificate}`);
  } catch {
    return fail(`${files.key} contains no private key in PEM form without a password`);
  }
  try {
    // Only this call reads the chain.
    createSecureContext({ cert: certificate.value, key: key.value });
  } catch (error) {
    return fail(`the certificates in ${files.certificate} cannot be used: ${(error as Error).message}`);
  }
  return ok({
    certificate: certificate.value,
    key: key.value,
    validTo: Date.parse(leaf.validTo),
    fingerprint: leaf.fingerprint256,
  });
}

const MAX_BYTES = 1 << 20;

function readText(file: string): Result<string, string> {
  try {
    return ok(readRegularFile(file, MAX_BYTES));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      ENOENT: 'does not exist',
      EACCES: 'may not be read by Belfry',
      EISDIR: 'is a folder',
      'not a file': 'is not a file',
    };
    return fail(`${file} ${reasons[String(code)] ?? `cannot be read (${code})`}`);
  }
}
