// Encrypts a connection that is open. The certificate is checked before a byte of ours leaves: by the authorities that Node trusts, or,
// where an administrator trusts one certificate, against the fingerprint of that.
import { isIP, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { isSameFingerprint } from '@belfry/domain/fingerprint';

/** `code`: as TLS names the reason, or ANOTHER_CERTIFICATE. `seen`: the SHA-256 of what was shown. */
export class UntrustedCertificate extends Error {
  readonly code: string;
  readonly seen: string | undefined;
  readonly expected: string;
  constructor(code: string, seen: string | undefined, expected: string) {
    super(code);
    this.code = code;
    this.seen = seen;
    this.expected = expected;
  }
}

export const ANOTHER = 'ANOTHER_CERTIFICATE';

/** `host`: the configured one, not the address to which it was resolved. `fingerprint`: empty if authorities decide. */
export function encrypted(socket: Socket, host: string, fingerprint: string, signal: AbortSignal): Promise<TLSSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
  const secure = connect({ socket, host, ...(isIP(host) === 0 && { servername: host }), rejectUnauthorized: false });
  const abort = () => secure.destroy(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  secure.once('error', reject);
  secure.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
  secure.once('secureConnect', () => {
    const seen = secure.getPeerX509Certificate()?.fingerprint256;
    const isTrusted = fingerprint === '' ? secure.authorized : isSameFingerprint(seen, fingerprint);
    if (isTrusted) return resolve(secure);
    const code = fingerprint === '' ? String(secure.authorizationError) : ANOTHER;
    reject(new UntrustedCertificate(code, seen, fingerprint));
    secure.destroy();
  });
  return promise.finally(() => signal.removeEventListener('abort', abort));
}
