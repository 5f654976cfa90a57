// The endpoints of Belfry's own settings.
import { ok } from '@belfry/domain/result';
import {
  getConfig,
  getSettings,
  getSystemConfig,
  getSystemSettings,
  putSystemConfig,
  type SystemDocument,
  type SystemReply,
  type SystemUpdate,
  updateSettings,
  updateSystem,
  validateSettings,
} from '@belfry/schema/http/system';
import type { FastifyRequest } from 'fastify';
import type { Mount } from '../../http/mount.ts';
import type { Answer } from '../../lib/refusal.ts';
import { lockedByEnv, type Settings } from './settings.ts';

export interface SystemRoutesDeps {
  settings: Settings;
  /** The port that Belfry listens on. */
  port(): number;
  /** For the audit log: the sender of this request changed these settings. */
  changed(request: FastifyRequest, names: readonly string[]): Promise<void>;
}

const capabilities = { canRestart: false, canValidatePorts: false, requiresRestart: false } as const;

export function systemRoutes(mount: Mount, { settings, port, changed }: SystemRoutesDeps): void {
  const view = (): SystemReply => ({
    ...settings.current(),
    backendPort: port(),
    frontendPort: port(),
    envOverrides: Object.fromEntries(settings.overrides.map((name) => [name, true as const])),
  });
  function check({ envOverrides: _, backendPort, frontendPort, ...update }: SystemDocument): Answer<SystemUpdate> {
    const ports = Object.entries({ backendPort, frontendPort });
    const other = ports.filter(([, given]) => given !== undefined && given !== port()).map(([name]) => name);
    if (other.length > 0) return lockedByEnv(other);
    return settings.problem(update) ?? ok(update);
  }
  async function change(request: FastifyRequest, document: SystemDocument): Promise<Answer<unknown>> {
    const update = check(document);
    if (!update.ok) return update;
    const before = new Map<string, unknown>(Object.entries(settings.current()));
    const saved = await settings.update(update.value);
    if (!saved.ok) return saved;
    const names = Object.entries(saved.value).filter(([name, value]) => before.get(name) !== value);
    if (names.length > 0)
      await changed(
        request,
        names.map(([name]) => name),
      );
    return saved;
  }

  mount(getSystemConfig, view);
  mount(getSystemSettings, view);
  mount(getSettings, () => ({ current: view(), defaults: settings.defaults, capabilities }));
  mount(getConfig, () => {
    const { autoUpdateEnabled, updateChannel } = settings.current();
    return { csrfProtection: true as const, autoUpdateEnabled, updateChannel };
  });
  mount(updateSystem, async ({ body, request }) => {
    const saved = await change(request, body);
    return saved.ok ? { success: true as const } : saved;
  });
  mount(putSystemConfig, async ({ body, request }) => {
    const saved = await change(request, body);
    return saved.ok ? { status: 'success' as const, message: 'Settings saved' } : saved;
  });
  mount(updateSettings, async ({ body, request }) => {
    const done = body.validateOnly ? check(body.settings) : await change(request, body.settings);
    if (!done.ok) return done;
    const message = body.validateOnly ? 'Settings are valid' : 'Settings saved and in force';
    return { success: true as const, message, requiresRestart: false as const };
  });
  mount(validateSettings, ({ body }) => {
    const checked = check(body.settings);
    return checked.ok ? { valid: true as const } : checked;
  });
}
