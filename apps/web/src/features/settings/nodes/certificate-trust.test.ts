import type { HostCertificate } from '@belfry/schema/http/host-certificate';
import { expect, test } from 'vitest';
import { isRefused, verdictOn } from './certificate-trust.ts';

const own = 'AB:'.repeat(31).concat('AB');
const certificate = (flaw?: HostCertificate['flaw']): HostCertificate => ({
  ...{ subject: 'CN=pve1', issuer: 'CN=ca', validFrom: '', validTo: '', fingerprint: own },
  ...(flaw && { flaw }),
});

test.each([
  ['signed by a known authority', undefined, { verifySSL: true }, 'known'],
  ['signed by itself', 'unknown-authority', { verifySSL: true }, 'unknown'],
  ['expired', 'expired', { verifySSL: true, fingerprint: '' }, 'unknown'],
  ['signed by itself, and the check is off', 'unknown-authority', { verifySSL: false }, 'unchecked'],
  ['trusted, in another notation', 'unknown-authority', { verifySSL: true, fingerprint: 'ab'.repeat(32) }, 'trusted'],
  ['another than the trusted one', undefined, { verifySSL: false, fingerprint: 'cd'.repeat(32) }, 'changed'],
] as const)('a certificate that is %s', (_, flaw, trusted, verdict) => {
  expect(verdictOn(certificate(flaw), trusted)).toBe(verdict);
  expect(isRefused(verdict)).toBe(verdict === 'unknown' || verdict === 'changed');
});
