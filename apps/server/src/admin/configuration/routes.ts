// The endpoints of the configuration: /api/config/file/export and /apply, /api/config/export and /import.

import { ok } from '@belfry/domain/result';
import { applyConfigFile, type ConfigChange, exportConfigFile } from '@belfry/schema/http/config-file';
import { exportConfig, importConfig } from '@belfry/schema/http/transfer';
import type { FastifyRequest } from 'fastify';
import type { Audited } from '../../http/audited.ts';
import type { Mount } from '../../http/mount.ts';
import { type Answer, refusalText, refuse } from '../../lib/refusal.ts';
import type { ConfigurationFile } from './config-file.ts';
import { namesIn } from './summary.ts';
import type { Transfer } from './transfer.ts';

export interface ConfigurationRoutesDeps {
  file: ConfigurationFile;
  transfer: Transfer;
  audited: Audited;
  /** The caller is signed in. Not everybody who can reach the port counts as an administrator. */
  isProven(request: FastifyRequest): boolean;
  /** Refuses a text that is not the password with which the caller has signed in. A wrong one counts like one at sign-in. */
  checkOwnPassword(request: FastifyRequest, password: string): Promise<Answer<unknown>>;
}

const MAX_NAMED = 10;

/** For the audit log: what was changed, without values. */
export const summaryOf = (changes: readonly ConfigChange[]): string =>
  namesIn(
    changes.map(({ path }) => path.slice(0, 100)),
    MAX_NAMED,
  );

export function configurationRoutes(mount: Mount, deps: ConfigurationRoutesDeps): void {
  const { file, transfer, audited, isProven } = deps;

  /** Writes the result to the audit log. Without `details` nothing has happened. */
  async function noted<T>(
    request: FastifyRequest,
    event: 'config_exported' | 'config_imported' | 'config_applied',
    work: () => Promise<Answer<T>>,
    details: (value: T) => string | undefined,
  ): Promise<Answer<T>> {
    try {
      const done = await work();
      const text = done.ok ? details(done.value) : refusalText(done.error);
      if (text !== undefined) await audited(request, event, text, done.ok);
      return done;
    } catch (error) {
      await audited(request, event, 'an internal error', false);
      throw error;
    }
  }
  /** What holds secrets is only for callers who have proven who they are. */
  const exported = <T>(request: FastifyRequest, read: () => Promise<Answer<T>>, details: string) =>
    noted(
      request,
      'config_exported',
      async () => (isProven(request) ? read() : refuse('forbidden', { id: 'file.unproven' })),
      () => details,
    );

  mount(exportConfigFile, async ({ body, request }) => {
    if (!body.secrets) return { config: await file.show(false) };
    const config = await exported(
      request,
      async () => ok(await file.show(true)),
      'with secrets, for a configuration file',
    );
    return config.ok ? { config: config.value } : config;
  });
  mount(applyConfigFile, async ({ body, request }) => {
    const done = body.dryRun
      ? await file.plan(body.config)
      : await noted(
          request,
          'config_applied',
          () => file.apply(body.config),
          ({ changes }) => (changes.length > 0 ? summaryOf(changes) : undefined),
        );
    return done.ok ? done.value : done;
  });
  mount(exportConfig, async ({ body, request }) => {
    const sealed = async () => {
      const checked = body.loginPassword ? await deps.checkOwnPassword(request, body.passphrase) : ok(undefined);
      return checked.ok ? ok(await transfer.export(body.passphrase)) : checked;
    };
    const data = await exported(request, sealed, '');
    return data.ok ? { status: 'success' as const, data: data.value } : data;
  });
  mount(importConfig, async ({ body, request }) => {
    const imported = () => transfer.import(body.data, body.passphrase);
    const done = await noted(request, 'config_imported', imported, ({ message }) => message);
    return done.ok ? { status: 'success' as const, ...done.value } : done;
  });
}
