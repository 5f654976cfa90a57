// Whether Belfry accepts the certificate that a host shows. Pure.
import { isSameFingerprint } from '@belfry/domain/fingerprint';
import type { HostCertificate } from '@belfry/schema/http/host-certificate';

/** What is configured for a host. An empty fingerprint: none is trusted by itself. */
export interface Trusted {
  fingerprint?: string | undefined;
  verifySSL: boolean;
}

/**
 * `trusted`: exactly this one is trusted. `changed`: another one is trusted. `known`: a known authority signed it. `unknown`: it
 * must be trusted first. `unchecked`: the check is switched off.
 */
export type Verdict = 'trusted' | 'changed' | 'known' | 'unknown' | 'unchecked';

export function verdictOn({ fingerprint, flaw }: HostCertificate, trusted: Trusted): Verdict {
  if (trusted.fingerprint) return isSameFingerprint(fingerprint, trusted.fingerprint) ? 'trusted' : 'changed';
  if (flaw === undefined) return 'known';
  return trusted.verifySSL ? 'unknown' : 'unchecked';
}

/** Whether Belfry refuses to talk to the host until its certificate is trusted. */
export const isRefused = (verdict: Verdict): boolean => verdict === 'changed' || verdict === 'unknown';
