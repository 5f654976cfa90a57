// For tests: a server with the endpoints of Docker agents only.
import { State } from '@belfry/schema/state';
import type { FastifyRequest } from 'fastify';
import type { Gate, Principal } from '../../../http/gate.ts';
import { createMount } from '../../../http/mount.ts';
import { createServer } from '../../../http/server.ts';
import { openGate } from '../../../http/testing/gate.ts';
import { momentOf } from '../../../lib/clock.ts';
import { fakeClock } from '../../../lib/fake-clock.ts';
import { createLogger } from '../../../lib/logger.ts';
import { createState } from '../../../state/state.ts';
import { numbered } from '../../numbering.ts';
import { createArtefacts } from '../artefacts.ts';
import { createDockerHosts } from '../hosts.ts';
import { dockerRoutes } from '../routes.ts';

const START = Date.UTC(2026, 0, 2);
const REPORT = '/api/agents/docker/report';
const json = { 'content-type': 'application/json' };

export function server({ gate = openGate, release = '/nowhere', installer = '/nowhere/install-docker-agent.sh' } = {}) {
  const clock = fakeClock(START);
  const tokens = new Set(['one', 'two']);
  const reporterOf = ({ headers }: FastifyRequest) => {
    const token = headers['x-api-token']?.toString();
    return { token, admin: token === undefined };
  };
  const state = createState({ started: momentOf(clock), version: '1.0.0' });
  const hosts = createDockerHosts({
    clock,
    persistence: { async *load() {}, heard() {}, async remove() {}, async leaveOut() {}, start: () => async () => {} },
    agentVersion: '1.0.0',
    observe: numbered(state.apply),
    forget: (id) => state.remove(id, momentOf(clock)),
    isTokenValid: (id) => tokens.has(id),
    quota: { hosts: 3, hostsPerToken: 2, size: 8 * 1024 * 1024, sizePerToken: 3 * 1024 * 1024 },
  });
  const app = createServer(createLogger('silent'));
  const artefacts = createArtefacts({ release, installer });
  dockerRoutes(createMount(app, gate), {
    ...{ hosts, artefacts, builder: undefined, reporterOf, clock, agentVersion: '1.0.0' },
    async removed() {},
  });
  /** `token`: an administrator sends it where it is left out. */
  const post = (payload: string | object, token?: string) =>
    app.inject({
      method: 'POST',
      url: REPORT,
      headers: { ...json, ...(token !== undefined && { 'x-api-token': token }) },
      payload,
    });
  const remove = (id: string) =>
    app.inject({ method: 'DELETE', url: `/api/agents/docker/hosts/${encodeURIComponent(id)}`, headers: json });
  return { app, clock, tokens, post, remove, shown: () => State.parse(state.current()).dockerHosts };
}
export const as =
  (...roles: Principal['roles']): Gate =>
  async () => ({ name: 'somebody', roles });
