// The endpoints of the Docker agents.
import { defined } from '@belfry/domain/defined';
import {
  buildAgents,
  getAgentChecksum,
  getAgentInstaller,
  getAgentProgram,
  getAgentVersion,
  removeDockerHost,
  reportDockerHost,
} from '@belfry/schema/http/docker';
import type { FastifyRequest } from 'fastify';
import type { Mount } from '../../http/mount.ts';
import { sendArtefact } from '../../lib/artefact.ts';
import { type Clock, iso } from '../../lib/clock.ts';
import { refuse } from '../../lib/refusal.ts';
import type { Reporter } from '../reporter.ts';
import type { Artefacts } from './artefacts.ts';
import type { AgentBuilder } from './builder.ts';
import type { DockerHosts } from './hosts.ts';

export interface DockerRoutesDeps {
  hosts: DockerHosts;
  artefacts: Artefacts;
  builder: AgentBuilder | undefined;
  removed(request: FastifyRequest, host: string): Promise<void>;
  reporterOf(request: FastifyRequest): Reporter;
  clock: Clock;
  agentVersion: string;
}

export function dockerRoutes(
  mount: Mount,
  { hosts, artefacts, builder, removed: note, reporterOf, clock, agentVersion }: DockerRoutesDeps,
): void {
  mount(reportDockerHost, ({ body, request, reply }) => {
    const received = hosts.receive(body, reporterOf(request), clock.monotonic() - reply.elapsedTime);
    if (!received.ok) return received;
    const { hostId, lastSeen } = received.value;
    return { success: true as const, hostId, containers: body.containers.length, lastSeen: iso(lastSeen) };
  });

  mount(removeDockerHost, async ({ params, request }) => {
    const removed = await hosts.remove(params.id);
    if (!removed.ok) return removed;
    const { id, displayName } = removed.value;
    await note(request, displayName);
    const message = `${displayName} is removed. It comes back when its agent reports again.`;
    return { success: true as const, hostId: id, message };
  });

  mount(buildAgents, () => {
    builder?.build();
    const build = builder?.state();
    return build === undefined ? refuse('conflict', { id: 'artefact.noBuilder' }) : { build };
  });
  agentFileRoutes(mount, { artefacts, builder, agentVersion });
}

/** The files that install an agent. A collector has them too. */
export function agentFileRoutes(
  mount: Mount,
  { artefacts, builder, agentVersion }: Pick<DockerRoutesDeps, 'artefacts' | 'builder' | 'agentVersion'>,
): void {
  mount(getAgentVersion, async () => ({
    version: 'dev' as const,
    agentVersion,
    architectures: await artefacts.architectures(),
    ...defined({ build: builder?.state() }),
  }));
  mount(getAgentInstaller, async ({ reply }) => sendArtefact(reply, await artefacts.installer()));
  mount(getAgentProgram, async ({ query, reply }) => sendArtefact(reply, await artefacts.program(query.arch)));
  mount(getAgentChecksum, async ({ query }) => {
    const sum = await artefacts.checksum(query.arch);
    return sum.ok ? sum.value : sum;
  });
}
