// POST /api/config/export and /api/config/import.
import { exportConfig, importConfig } from '@belfry/schema/http/transfer';
import type { FastifyRequest } from 'fastify';
import type { Mount } from '../../http/mount.ts';
import type { Transfer } from './transfer.ts';

export interface TransferRoutesDeps {
  transfer: Transfer;
  audited(request: FastifyRequest, event: 'config_exported' | 'config_imported', details?: string): void;
}

export function transferRoutes(mount: Mount, { transfer, audited }: TransferRoutesDeps): void {
  mount(exportConfig, async ({ body, request }) => {
    const data = await transfer.export(body.passphrase);
    audited(request, 'config_exported');
    return { status: 'success' as const, data };
  });
  mount(importConfig, async ({ body, request }) => {
    const done = await transfer.import(body.data, body.passphrase);
    if (!done.ok) return done;
    audited(request, 'config_imported', done.value);
    return { status: 'success' as const, message: done.value };
  });
}
