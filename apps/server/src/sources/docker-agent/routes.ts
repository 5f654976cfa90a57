// The endpoints of the Docker agents.
import type { Readable } from 'node:stream';
import {
  getAgentChecksum,
  getAgentChecksumByOldName,
  getAgentInstaller,
  getAgentProgram,
  getAgentProgramByOldName,
  getAgentVersion,
  removeDockerHost,
  reportDockerHost,
} from '@belfry/schema/http/docker';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Mount } from '../../http/mount.ts';
import { type Clock, iso } from '../../lib/clock.ts';
import type { Answer, Refused } from '../../lib/refusal.ts';
import type { Reporter } from '../reporter.ts';
import type { Artefact, Artefacts } from './artefacts.ts';
import type { DockerHosts } from './hosts.ts';

export interface DockerRoutesDeps {
  hosts: DockerHosts;
  artefacts: Artefacts;
  removed(request: FastifyRequest, host: string): void;
  reporterOf(request: FastifyRequest): Reporter;
  clock: Clock;
  agentVersion: string;
}

export function dockerRoutes(
  mount: Mount,
  { hosts, artefacts, removed: note, reporterOf, clock, agentVersion }: DockerRoutesDeps,
): void {
  mount(reportDockerHost, ({ body, request, reply }) => {
    const received = hosts.receive(body, reporterOf(request), clock.monotonic() - reply.elapsedTime);
    if (!received.ok) return received;
    const { hostId, lastSeen } = received.value;
    return { success: true as const, hostId, containers: body.containers.length, lastSeen: iso(lastSeen) };
  });

  mount(removeDockerHost, ({ params, request }) => {
    const removed = hosts.remove(params.id);
    if (!removed.ok) return removed;
    const { id, displayName } = removed.value;
    note(request, displayName);
    const message = `${displayName} is removed. It comes back when its agent reports again.`;
    return { success: true as const, hostId: id, message };
  });

  mount(getAgentVersion, async () => ({ version: agentVersion, architectures: await artefacts.architectures() }));
  mount(getAgentInstaller, async ({ reply }) => sent(reply, await artefacts.installer(), TEXT));
  for (const endpoint of [getAgentProgram, getAgentProgramByOldName]) {
    mount(endpoint, async ({ query, reply }) => sent(reply, await artefacts.program(query.arch), BYTES));
  }
  for (const endpoint of [getAgentChecksum, getAgentChecksumByOldName]) {
    mount(endpoint, async ({ query }) => {
      const sum = await artefacts.checksum(query.arch);
      return sum.ok ? sum.value : sum;
    });
  }
}

const TEXT = 'text/plain; charset=utf-8';
const BYTES = 'application/octet-stream';

function sent(reply: FastifyReply, artefact: Answer<Artefact>, type: string): Readable | Refused {
  if (!artefact.ok) return artefact;
  const { name, sizeBytes, content } = artefact.value;
  reply.header('content-disposition', `inline; filename="${name}"`).type(type);
  if (sizeBytes !== undefined) reply.header('content-length', sizeBytes);
  return content;
}
