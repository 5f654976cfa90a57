// The endpoints of Belfry's own settings.
import {
  getSystemConfig,
  getSystemSettings,
  putSystemConfig,
  type SystemReply,
  updateSystem,
} from '@belfry/schema/http/system';
import type { FastifyRequest } from 'fastify';
import type { Mount } from '../../http/mount.ts';
import type { Settings } from './settings.ts';

export interface SystemRoutesDeps {
  settings: Settings;
  /** For the audit trail: who sent this changed these. */
  changed(request: FastifyRequest, names: readonly string[]): void;
}

export function systemRoutes(mount: Mount, { settings, changed }: SystemRoutesDeps): void {
  const view = (): SystemReply => ({
    ...settings.current(),
    envOverrides: Object.fromEntries(settings.overrides.map((name) => [name, true as const])),
  });
  mount(getSystemConfig, view);
  mount(getSystemSettings, view);
  mount(updateSystem, ({ body, request }) => {
    const saved = settings.update(body);
    if (saved.ok) changed(request, Object.keys(body));
    return saved.ok ? { success: true as const } : saved;
  });
  mount(putSystemConfig, ({ body, request }) => {
    const saved = settings.update(body);
    if (saved.ok) changed(request, Object.keys(body));
    return saved.ok ? { status: 'success' as const, message: 'Settings saved' } : saved;
  });
}
