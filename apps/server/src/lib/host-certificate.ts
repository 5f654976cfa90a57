// Reads the certificate that a host shows. The connection ends after the TLS handshake, so nothing is sent to the host.
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { hostOf } from '@belfry/domain/address';
import { fail, ok, type Result } from '@belfry/domain/result';
import type { CertificateFlaw, HostCertificate } from '@belfry/schema/http/host-certificate';
import { type Clock, iso } from './clock.ts';
import { classify, coded, type HttpFailure } from './http-failure.ts';

/** The time limit for the connection and the handshake together. */
export const CERTIFICATE_MS = 8000;
/** A certificate may be as large as its owner likes. */
const MAX_NAME = 200;

/** `origin`: `https://host:port`. */
export function readCertificate(origin: string, clock: Clock): Promise<Result<HostCertificate, HttpFailure>> {
  return new Promise((settle) => {
    const host = hostOf(origin);
    const port = Number(new URL(origin).port || '443');
    // The name is sent, because a proxy chooses the certificate by it.
    const servername = isIP(host) === 0 ? { servername: host } : {};
    const socket = connect({ host, port, ...servername, rejectUnauthorized: false });
    const end = (result: Result<HostCertificate, HttpFailure>) => {
      cancel();
      socket.destroy();
      settle(result);
    };
    const refuse = (error: unknown) => end(fail(classify(error, origin, false)));
    const cancel = clock.after(CERTIFICATE_MS, () => refuse(coded('TIMED_OUT')));
    socket.on('error', refuse);
    socket.once('close', () => refuse(coded('ECONNRESET')));
    socket.once('secureConnect', () => {
      const seen = socket.getPeerX509Certificate();
      const [from, to] = [Date.parse(seen?.validFrom ?? ''), Date.parse(seen?.validTo ?? '')];
      if (!seen || !Number.isFinite(from) || !Number.isFinite(to)) return refuse(coded('ERR_SSL_NO_CERTIFICATE'));
      const flaw = socket.authorized ? undefined : flawOf(String(socket.authorizationError));
      end(
        ok({
          subject: nameOf(seen.subject),
          issuer: nameOf(seen.issuer),
          validFrom: iso(from),
          validTo: iso(to),
          fingerprint: seen.fingerprint256,
          ...(flaw && { flaw }),
        }),
      );
    });
  });
}

const flaws: Readonly<Record<string, CertificateFlaw>> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not-yet-valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'other-name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'unknown-authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'unknown-authority',
  UNABLE_TO_GET_ISSUER_CERT: 'unknown-authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknown-authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknown-authority',
  CERT_UNTRUSTED: 'unknown-authority',
};
const flawOf = (code: string): CertificateFlaw => (Object.hasOwn(flaws, code) && flaws[code]) || 'other';

/** The lines of a name, the common name first. The host chose the text, so what is not printable is left out. */
function nameOf(lines: string | undefined): string {
  const parts = (lines ?? '').split('\n').filter(Boolean);
  const ordered = [
    ...parts.filter((part) => part.startsWith('CN=')),
    ...parts.filter((part) => !part.startsWith('CN=')),
  ];
  return ordered
    .join(', ')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .slice(0, MAX_NAME);
}
