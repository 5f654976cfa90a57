// TLS of its own: the certificate in use, which follows its files while Belfry runs.
import { networkInterfaces } from 'node:os';
import { Server as TlsServer } from 'node:tls';
import { fail, ok, type Result } from '@belfry/domain/result';
import type { State } from '@belfry/schema/state';
import type { CertificateSource } from '../../config/tls.ts';
import { type Cancel, type Clock, iso } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { type KeyPair, readKeyPair } from './key-pair.ts';
import { ensureSelfSigned, selfSignedFiles } from './self-signed.ts';

export interface Tls {
  options(): { cert: string; key: string; minVersion: 'TLSv1.2' };
  /** SHA-256 of the certificate in use. */
  fingerprint(): string;
  isSelfSigned: boolean;
  /** Gives new connections to `server` the new certificate when the files change. */
  follow(server: object): Cancel;
  /** Empty while the files are right and the certificate does not end soon. */
  problems(): State['serverProblems'];
}

interface TlsDeps {
  source: CertificateSource;
  dataDir: string;
  clock: Clock;
  log: Pick<Logger, 'info' | 'warn'>;
}

/** A certificate is renewed by others, so a look once a minute is enough. */
const LOOK_MS = 60_000;
const SOON_MS = 14 * 86_400_000;
const none: State['serverProblems'] = {};

/** The error says which file cannot be used and why. */
export async function openTls({ source, dataDir, clock, log }: TlsDeps): Promise<Result<Tls, string>> {
  const isSelfSigned = source.kind === 'self-signed';
  const files = isSelfSigned ? selfSignedFiles(dataDir) : source;
  const read = async (): Promise<Result<KeyPair, string>> => {
    try {
      if (isSelfSigned) await ensureSelfSigned(files, networkInterfaces(), clock.now());
    } catch (error) {
      return fail(`the self-signed certificate cannot be written: ${(error as Error).message}`);
    }
    return readKeyPair(files);
  };
  const first = await read();
  if (!first.ok) return first;
  let pair = first.value;
  let flaw: { reason: string; since: string } | undefined;
  let problems = none;
  const options = () => ({ cert: pair.certificate, key: pair.key, minVersion: 'TLSv1.2' as const });

  /** While a new pair is wrong, for example half written, the old one stays in use. */
  function take(found: Result<KeyPair, string>): boolean {
    if (!found.ok) {
      if (flaw?.reason !== found.error) log.warn({ reason: found.error }, 'Belfry keeps the certificate that it has');
      flaw = { reason: found.error, since: flaw?.since ?? iso(clock.now()) };
      return false;
    }
    flaw = undefined;
    const isNew = found.value.certificate !== pair.certificate || found.value.key !== pair.key;
    if (isNew) log.info({ fingerprint: found.value.fingerprint }, 'Belfry has a new certificate');
    pair = found.value;
    return isNew;
  }

  function judge(): State['serverProblems'] {
    const left = pair.validTo - clock.now();
    const end = left > SOON_MS ? undefined : left > 0 ? 'ends' : 'ended';
    const message = flaw
      ? `The certificate of Belfry cannot be read again: ${flaw.reason}. The one from before is in use.`
      : end && `The certificate of Belfry ${end} on ${iso(pair.validTo).slice(0, 10)}.`;
    if (message === undefined) return none;
    const since = flaw?.since ?? iso(end === 'ended' ? pair.validTo : pair.validTo - SOON_MS);
    const same = problems.certificate;
    return same?.message === message && same.since === since ? problems : { certificate: { message, since } };
  }

  return ok({
    options,
    fingerprint: () => pair.fingerprint,
    isSelfSigned,
    follow(server) {
      return clock.every(LOOK_MS, async function followCertificate() {
        if (take(await read()) && server instanceof TlsServer) server.setSecureContext(options());
      });
    },
    problems() {
      problems = judge();
      return problems;
    },
  });
}
