// POST /api/config/export and /api/config/import.
import { ok } from '@belfry/domain/result';
import { exportConfig, importConfig } from '@belfry/schema/http/transfer';
import type { FastifyRequest } from 'fastify';
import type { Mount } from '../../http/mount.ts';
import { type Answer, refuse } from '../../lib/refusal.ts';
import type { Audited } from '../security/deps.ts';
import type { Transfer } from './transfer.ts';

export interface TransferRoutesDeps {
  transfer: Transfer;
  audited: Audited;
  /** The caller signed in: not everybody who can reach the port is let in as an administrator. */
  isProven(request: FastifyRequest): boolean;
}

const NOT_UNPROVEN =
  'An export holds all secrets, and nobody has to sign in here: send an API token with the scope admin, or switch sign-in on.';

export function transferRoutes(mount: Mount, { transfer, audited, isProven }: TransferRoutesDeps): void {
  /** Writes down how it ended, whatever the end. */
  async function noted(
    request: FastifyRequest,
    event: 'config_exported' | 'config_imported',
    work: () => Promise<Answer<string>>,
  ): Promise<Answer<string>> {
    try {
      const done = await work();
      const said = done.ok ? done.value : done.error.text;
      // What an export gives is the file itself.
      audited(request, event, done.ok && event === 'config_exported' ? '' : said, done.ok);
      return done;
    } catch (error) {
      audited(request, event, 'an internal error', false);
      throw error;
    }
  }

  mount(exportConfig, async ({ body, request }) => {
    const data = await noted(request, 'config_exported', async () =>
      isProven(request) ? ok(await transfer.export(body.passphrase)) : refuse('forbidden', NOT_UNPROVEN),
    );
    return data.ok ? { status: 'success' as const, data: data.value } : data;
  });
  mount(importConfig, async ({ body, request }) => {
    const done = await noted(request, 'config_imported', () => transfer.import(body.data, body.passphrase));
    return done.ok ? { status: 'success' as const, message: done.value } : done;
  });
}
