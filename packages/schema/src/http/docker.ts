// Endpoints of the Docker agents: their reports, the hosts that report, and the files to install an agent.
import * as z from 'zod';
import { reportLimits } from '../agent/limits.ts';
import { AgentReport, ReportReply } from '../agent/report.ts';
import { endpoint } from './endpoint.ts';

const TEXT = 'text/plain; charset=utf-8';
const BYTES = 'application/octet-stream';

export const reportDockerHost = endpoint('POST /api/agents/docker/report', {
  summary: 'A Docker host reports its containers',
  access: 'agent',
  rate: 'report',
  bodyLimitBytes: reportLimits.bytes,
  foreignKeys: true,
  body: AgentReport,
  reply: ReportReply,
  errors: ['invalid_json', 'conflict', 'too_large'],
});

/** The host comes back with the next report of its agent. */
export const removeDockerHost = endpoint('DELETE /api/agents/docker/hosts/:id', {
  summary: 'Forget a Docker host until its agent reports again',
  access: 'admin',
  params: z.object({ id: z.string().min(1).max(reportLimits.name) }),
  reply: z.object({ success: z.literal(true), hostId: z.string(), message: z.string() }),
  errors: ['not_found'],
});

export const AgentBuild = z.enum(['possible', 'running', 'failed']);
export type AgentBuild = z.infer<typeof AgentBuild>;

/**
 * `agentVersion`: of our agent. `architectures`: `amd64`, `arm64`; empty when the executables were not built. The agent of the reference
 * product asks here too: it replaces itself when `version` is another one than its own, and not when it is `dev`. So `version` is
 * always `dev`: another agent stays what it is.
 */
export const getAgentVersion = endpoint('GET /api/agent/version', {
  summary: 'The version of the agent this server hands out, and for which processors it has it',
  access: 'public',
  reply: z.object({
    version: z.literal('dev'),
    agentVersion: z.string(),
    architectures: z.array(z.string()),
    /** Where this server can have its agents built: whether a build runs, or has failed. */
    build: AgentBuild.optional(),
  }),
});

export const buildAgents = endpoint('POST /api/agents/docker/build', {
  summary: 'Build the agents that this server hands out, where it runs from its sources',
  access: 'admin',
  reply: z.object({ build: AgentBuild }),
  errors: ['conflict'],
});

export const getAgentInstaller = endpoint('GET /install-docker-agent.sh', {
  summary: 'The script that installs the agent',
  access: 'public',
  contentType: TEXT,
  reply: z.unknown(),
  errors: ['not_found'],
});

/** `amd64`, `x86_64`, `linux-arm64`, …; without it the server's own. */
const Architecture = z.object({ arch: z.string().max(32).optional() });

const program = <const N extends `GET /${string}`>(
  name: N,
  summary: string,
  contentType: typeof TEXT | typeof BYTES = BYTES,
) =>
  endpoint(name, {
    summary,
    access: 'public',
    query: Architecture,
    contentType,
    reply: z.unknown(),
    errors: ['not_found'],
  });

/** The executable, and the line that `sha256sum --check` reads. */
export const getAgentProgram = program('GET /download/belfry-docker-agent', 'The agent as one executable');
export const getAgentChecksum = program('GET /download/belfry-docker-agent.sha256', 'Checksum of the executable', TEXT);

export const dockerEndpoints = [
  reportDockerHost,
  removeDockerHost,
  buildAgents,
  getAgentVersion,
  getAgentInstaller,
  getAgentProgram,
  getAgentChecksum,
];
