// The configuration file that is applied at the start: when it is another one than at the last start that applied one.
import { createHmac } from 'node:crypto';
import { ok } from '@belfry/domain/result';
import * as z from 'zod';
import type { Store } from '../../db/store.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Answer } from '../../lib/refusal.ts';
import type { ConfigurationFile } from './config-file.ts';
import { CONFIG_FILE } from './named-items.ts';
import { summaryOf } from './routes.ts';

const KEY = 'configuration-file';
const Kept = z.object({ digest: z.string() });

export interface StartDeps {
  file: ConfigurationFile;
  store: Pick<Store, 'settings' | 'derive'>;
  log: Pick<Logger, 'info'>;
}

/** `document` with its secrets. What was changed in Belfry since then stays while the file stays the same. */
export async function applyAtStart(document: unknown, { file, store, log }: StartDeps): Promise<Answer<void>> {
  const digest = createHmac('sha256', store.derive(KEY)).update(JSON.stringify(document)).digest('hex');
  if (store.settings.get(KEY, Kept)?.digest === digest) {
    log.info('the configuration file has not changed since it was applied');
    return ok(undefined);
  }
  const done = await file.apply(document, async (tx, changes) => {
    await tx.settings.put(KEY, { digest });
    const entry = {
      event: 'config_applied' as const,
      success: true,
      user: CONFIG_FILE,
      method: 'start',
      ip: '',
      path: '',
    };
    if (changes.length > 0) await tx.audit.append({ ...entry, details: summaryOf(changes) });
  });
  if (!done.ok) return done;
  const { changes, notices } = done.value;
  log.info({ changes: changes.map(({ path }) => path), notices }, 'the configuration file was applied');
  return ok(undefined);
}
