// One-time codes. With one, a host without an account here can fetch its script and register itself once, for a short
// time.
import { createHash, randomBytes } from 'node:crypto';
import type { NodeType } from '@belfry/schema/config/kinds';
import type { Chosen } from '../../config/registration.ts';
import type { Clock } from '../../lib/clock.ts';

/** The only use a code allows. `host` and `baseUrl` are origins. */
export interface Purpose {
  type: NodeType;
  host: string;
  backupPerms: boolean;
  /** For the instance, as the administrator typed it. */
  name?: string | undefined;
  /** What is read from the instance, as the administrator chose. */
  monitor?: Chosen | undefined;
  /** Whose collector polls the host, and passes on its registration. */
  site?: string | undefined;
  /** The address at which the host reaches this server, or that collector. */
  baseUrl: string;
}

export const CODE_LIFE_MS = 15 * 60_000;
const CODE_BYTES = 24;
/** A code that was used for the wrong host this often is in the hands of an attacker. */
const MISSES = 5;
const OUTSTANDING = 200;

export type Codes = ReturnType<typeof createCodes>;

interface Entry {
  purpose: Purpose;
  /** On the monotonic clock. */
  until: number;
  misses: number;
}

/** Codes are kept in memory and only as hashes: a restart ends them, and a memory dump does not show them. */
export function createCodes(clock: Clock) {
  const entries = new Map<string, Entry>();
  const key = (code: string) => createHash('sha256').update(code).digest('hex');

  function sweep(): void {
    const now = clock.monotonic();
    for (const [hash, entry] of entries) if (entry.until <= now) entries.delete(hash);
    for (const hash of entries.keys()) if (entries.size >= OUTSTANDING) entries.delete(hash);
  }

  return {
    /** `expiresAt` epoch ms. */
    issue(purpose: Purpose): { code: string; expiresAt: number } {
      sweep();
      const code = randomBytes(CODE_BYTES).toString('base64url');
      entries.set(key(code), { purpose, until: clock.monotonic() + CODE_LIFE_MS, misses: 0 });
      return { code, expiresAt: clock.now() + CODE_LIFE_MS };
    },
    /** Uses the code up. Undefined if it is unknown, used, expired or for another use. */
    redeem(code: string, type: Purpose['type'], host?: string): Purpose | undefined {
      const hash = key(code);
      const entry = entries.get(hash);
      if (!entry) return undefined;
      const expired = entry.until <= clock.monotonic();
      const fits = entry.purpose.type === type && (host === undefined || entry.purpose.host === host);
      if (!fits) entry.misses++;
      if (fits || expired || entry.misses >= MISSES) entries.delete(hash);
      return fits && !expired ? entry.purpose : undefined;
    },
  };
}
