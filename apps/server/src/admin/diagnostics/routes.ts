// GET /api/diagnostics and /api/diagnostics/export.
import { exportDiagnostics, getDiagnostics } from '@belfry/schema/http/diagnostics';
import type { HistoryStatusReply } from '@belfry/schema/http/history';
import type { State } from '@belfry/schema/state';
import type { Audited } from '../../http/audited.ts';
import type { Mount } from '../../http/mount.ts';
import { type Clock, iso, type Moment } from '../../lib/clock.ts';
import type { Defects } from '../../lib/defects.ts';
import type { Checks } from './checks.ts';
import { diagnostics } from './diagnostics.ts';
import { createDocument } from './document.ts';
import { liveParts, webSocket } from './live-parts.ts';
import { createPseudonyms, realNames } from './names.ts';

export interface DiagnosticsDeps {
  audited: Audited;
  checks(): Promise<Checks>;
  state(): State;
  defects: Pick<Defects, 'list'>;
  history(): Promise<HistoryStatusReply>;
  webSocketClients(): number;
  version: string;
  deploymentType: string;
  started: Moment;
  clock: Clock;
}

export function diagnosticsRoutes(mount: Mount, deps: DiagnosticsDeps): void {
  const { checks, state, clock, started, version, deploymentType } = deps;
  const running = async () => ({
    history: await deps.history(),
    version,
    uptime: (clock.monotonic() - started.monotonic) / 1000,
    defects: deps.defects.list(),
  });

  mount(getDiagnostics, async () => ({
    ...diagnostics(await checks(), state(), await running(), realNames),
    ...liveParts(state(), realNames),
    websocket: webSocket(deps.webSocketClients()),
  }));

  mount(exportDiagnostics, async ({ query, request, reply }) => {
    const sanitized = query.sanitize === 'true';
    if (!sanitized) await deps.audited(request, 'diagnostics_exported', 'with all names and addresses');
    const found = await checks();
    const names = sanitized ? createPseudonyms() : realNames;
    const surroundings = { now: clock.now(), deploymentType, webSocketClients: deps.webSocketClients() };
    const backend = diagnostics(found, state(), await running(), names);
    const day = iso(clock.now()).slice(0, 10);
    const name = `belfry-diagnostics-${sanitized ? 'sanitized' : 'full'}-${day}.json`;
    reply.header('content-disposition', `attachment; filename="${name}"`);
    return { ...createDocument(backend, state(), surroundings, names), ...(sanitized && { _notice: NOTICE }) };
  });
}

const NOTICE = 'Names, addresses and texts were replaced or left out. Read the file before you pass it on.';
