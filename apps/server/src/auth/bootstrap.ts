// The one-time token of a first run: only a person who can read the log or the data directory may set the instance up.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { writePrivateFile } from '../db/private-file.ts';
import type { Logger } from '../lib/logger.ts';

export type Bootstrap = ReturnType<typeof createBootstrap>;

export function createBootstrap(dataDir: string, log: Pick<Logger, 'warn'>) {
  const file = path.join(dataDir, 'bootstrap-token');
  let wanted: string | undefined;
  return {
    /** Makes the token and prints it; the token of an earlier start is kept. */
    announce() {
      const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
      wanted = /^[0-9a-f]{48}$/.test(kept) ? kept : randomBytes(24).toString('hex');
      writePrivateFile(file, `${wanted}\n`);
      log.warn(
        `Belfry is not set up yet. Open it in a browser and enter this one-time setup token: ${wanted} (also in ${file})`,
      );
    },
    /** Undefined when Belfry is set up. */
    token: (): string | undefined => wanted,
    accepts(token: string): boolean {
      if (wanted === undefined) return false;
      const given = Buffer.from(token);
      return given.length === wanted.length && timingSafeEqual(given, Buffer.from(wanted));
    },
    /** Somebody can sign in now: the token is removed for good. */
    finish() {
      wanted = undefined;
      rmSync(file, { force: true });
    },
  };
}
