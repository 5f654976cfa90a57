// What a collector says about certificates is judged with the clock of this server, because its own may be wrong.
import { english } from '@belfry/domain/sentences/english';
import type { CertificateFlaw, HostCertificate } from '@belfry/schema/http/host-certificate';
import type { SourceError } from '@belfry/schema/messages/observation';
import { clockError } from '../lib/clock-error.ts';

/** A collector whose clock is further off has a problem with a name. */
const WRONG_CLOCK_MS = 5000;
const dates: readonly unknown[] = ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'];

/** With the flaw that it has now. What else is wrong with one that seemed to be too old or too new is not known. */
export function judged({ flaw, ...certificate }: HostCertificate, now: number): HostCertificate {
  const present = flawAt(certificate, now) ?? (flaw === 'expired' || flaw === 'not-yet-valid' ? 'other' : flaw);
  return { ...certificate, ...(present && { flaw: present }) };
}

function flawAt({ validFrom, validTo }: HostCertificate, now: number): CertificateFlaw | undefined {
  if (now > Date.parse(validTo)) return 'expired';
  return now < Date.parse(validFrom) ? 'not-yet-valid' : undefined;
}

/** An error about the dates of a certificate says that the clock of the collector is wrong, if it is. `site`: its name. */
export function withClock(error: SourceError, site: string, offsetMs: number | undefined): SourceError {
  const { id, values } = error.sentence ?? {};
  if (id !== 'call.untrusted' || !dates.includes(values?.code)) return error;
  if (offsetMs === undefined || Math.abs(offsetMs) <= WRONG_CLOCK_MS) return error;
  const { host, code } = values as { host: string; code: string };
  const sentence = {
    id: offsetMs > 0 ? 'site.clockAhead' : 'site.clockBehind',
    values: { host, code, name: site, time: clockError(Math.round(offsetMs / 1000)) },
  } as const;
  return { ...error, message: english(sentence), sentence };
}
