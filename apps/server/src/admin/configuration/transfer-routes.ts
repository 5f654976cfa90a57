// POST /api/config/export and /api/config/import.

import { ok } from '@belfry/domain/result';
import { exportConfig, importConfig } from '@belfry/schema/http/transfer';
import type { FastifyRequest } from 'fastify';
import type { Audited } from '../../http/audited.ts';
import type { Mount } from '../../http/mount.ts';
import { type Answer, refusalText, refuse } from '../../lib/refusal.ts';
import type { Transfer } from './transfer.ts';

export interface TransferRoutesDeps {
  transfer: Transfer;
  audited: Audited;
  /** The caller is signed in. Not everybody who can reach the port counts as an administrator. */
  isProven(request: FastifyRequest): boolean;
}

export function transferRoutes(mount: Mount, { transfer, audited, isProven }: TransferRoutesDeps): void {
  /** Writes every result to the audit log. */
  async function noted<T>(
    request: FastifyRequest,
    event: 'config_exported' | 'config_imported',
    work: () => Promise<Answer<T>>,
    details: (value: T) => string,
  ): Promise<Answer<T>> {
    try {
      const done = await work();
      await audited(request, event, done.ok ? details(done.value) : refusalText(done.error), done.ok);
      return done;
    } catch (error) {
      await audited(request, event, 'an internal error', false);
      throw error;
    }
  }

  mount(exportConfig, async ({ body, request }) => {
    const sealed = async () =>
      isProven(request) ? ok(await transfer.export(body.passphrase)) : refuse('forbidden', { id: 'file.unproven' });
    const data = await noted(request, 'config_exported', sealed, () => '');
    return data.ok ? { status: 'success' as const, data: data.value } : data;
  });
  mount(importConfig, async ({ body, request }) => {
    const imported = () => transfer.import(body.data, body.passphrase);
    const done = await noted(request, 'config_imported', imported, ({ message }) => message);
    return done.ok ? { status: 'success' as const, ...done.value } : done;
  });
}
