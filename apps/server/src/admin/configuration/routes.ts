// POST /api/config/file/export and /api/config/file/apply.

import { english } from '@belfry/domain/sentences/english';
import { applyConfigFile, type ConfigChange, exportConfigFile } from '@belfry/schema/http/config-file';
import type { FastifyRequest } from 'fastify';
import type { Audited } from '../../http/audited.ts';
import type { Mount } from '../../http/mount.ts';
import { refusalText, refuse } from '../../lib/refusal.ts';
import type { ConfigurationFile } from './config-file.ts';
import { namesIn } from './summary.ts';

export interface ConfigFileRoutesDeps {
  file: ConfigurationFile;
  audited: Audited;
  /** The caller is signed in. Not everybody who can reach the port counts as an administrator. */
  isProven(request: FastifyRequest): boolean;
}

const MAX_NAMED = 10;

/** For the audit log: what was changed, without values. */
export function summaryOf(changes: readonly ConfigChange[]): string {
  return namesIn(
    changes.map(({ path }) => path.slice(0, 100)),
    MAX_NAMED,
  );
}

export function configFileRoutes(mount: Mount, { file, audited, isProven }: ConfigFileRoutesDeps): void {
  mount(exportConfigFile, async ({ body, request }) => {
    if (body.secrets && !isProven(request)) {
      await audited(request, 'config_exported', english({ id: 'file.unproven' }), false);
      return refuse('forbidden', { id: 'file.unproven' });
    }
    const config = await file.show(body.secrets);
    if (body.secrets) await audited(request, 'config_exported', 'with secrets, for a configuration file');
    return { config };
  });
  mount(applyConfigFile, async ({ body, request }) => {
    if (body.dryRun) {
      const plan = await file.plan(body.config);
      return plan.ok ? plan.value : plan;
    }
    try {
      const done = await file.apply(body.config);
      if (!done.ok) await audited(request, 'config_applied', refusalText(done.error), false);
      else if (done.value.changes.length > 0) await audited(request, 'config_applied', summaryOf(done.value.changes));
      return done.ok ? done.value : done;
    } catch (error) {
      await audited(request, 'config_applied', 'an internal error', false);
      throw error;
    }
  });
}
