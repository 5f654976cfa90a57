// What the environment sets for TLS of its own: a certificate from files or a self-signed one, and the redirect from HTTP.
import type { Variable } from './access.ts';
import type { Problem } from './env.ts';

/** `certificate` and `key` are paths of PEM files; the first may contain the chain. */
export type CertificateSource = { kind: 'files'; certificate: string; key: string } | { kind: 'self-signed' };

export interface TlsConfig {
  source: CertificateSource;
  /** The port on which plain HTTP is answered with a redirect to HTTPS. Undefined: on none. */
  redirectPort: number | undefined;
}

interface Found {
  variable: Variable;
  flag(name: string): boolean;
  port(name: string): number | undefined;
  isDemo: boolean;
  report(problem: Problem): void;
}

const CERT = 'BELFRY_TLS_CERT';
const KEY = 'BELFRY_TLS_KEY';
const SELF_SIGNED = 'BELFRY_TLS_SELF_SIGNED';
const REDIRECT = 'BELFRY_HTTP_REDIRECT_PORT';

/** Undefined: Belfry serves plain HTTP. */
export function parseTls({ variable, flag, port, isDemo, report }: Found): TlsConfig | undefined {
  const file = (name: string) => variable(name, '', 'the path of a PEM file', (found) => found);
  const [certificate, key, isSelfSigned, redirectPort] = [file(CERT), file(KEY), flag(SELF_SIGNED), port(REDIRECT)];
  const isSet = certificate !== '' || key !== '';
  if (isSet && (certificate === '' || key === '')) {
    const [missing, given] = certificate === '' ? [CERT, KEY] : [KEY, CERT];
    report({ variable: missing, expected: `the path of a PEM file, because ${given} is set`, found: 'nothing' });
  }
  if (isSet && isSelfSigned)
    report({ variable: SELF_SIGNED, expected: `nothing, because ${CERT} and ${KEY} are set`, found: 'true' });
  if (!isSet && !isSelfSigned) {
    if (redirectPort !== undefined)
      report({ variable: REDIRECT, expected: `nothing without ${CERT} or ${SELF_SIGNED}`, found: `${redirectPort}` });
    return undefined;
  }
  if (isDemo)
    report({
      variable: isSet ? CERT : SELF_SIGNED,
      expected: 'nothing in a demo, whose hosts report by HTTP',
      found: 'a value',
    });
  return { source: isSet ? { kind: 'files', certificate, key } : { kind: 'self-signed' }, redirectPort };
}
