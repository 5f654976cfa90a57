// What Belfry shows of what it watches and of itself: the state, its lists, health and version, and the diagnostics.
import { endpoints } from '@belfry/schema/http/endpoints';
import { type DiagnosticsDeps, diagnosticsRoutes } from '../admin/diagnostics/routes.ts';
import { listRoutes } from '../admin/monitoring/lists.ts';
import { type Monitoring, monitoringRoutes } from '../admin/monitoring/routes.ts';
import { version } from '../config/build.ts';
import type { Mount } from '../http/mount.ts';
import { openApi } from '../http/openapi.ts';

export interface StatusDeps
  extends Omit<Monitoring, 'openApi'>,
    Omit<DiagnosticsDeps, 'state' | 'webSocketClients' | 'version' | 'started' | 'clock'> {}

export function statusRoutes(mount: Mount, deps: StatusDeps): void {
  const state = deps.state.current;
  diagnosticsRoutes(mount, { ...deps, state, webSocketClients: deps.push.clients, version });
  monitoringRoutes(mount, { ...deps, openApi: () => openApi(endpoints, version) });
  listRoutes(mount, { state, clock: deps.clock });
}
