// The search of containers: name:, image:, host:, state:, id:, label:, and figures.
import type { DockerContainer, DockerHost } from '@belfry/schema/entities/docker';
import { dockerHostStatus } from '../status.ts';
import { matcher, type Searchable } from './match.ts';
import { parse } from './parse.ts';

export interface Hosted {
  host: DockerHost;
  container: DockerContainer;
  /** The container runs, and its host reports. */
  running: boolean;
}

const aliases = {
  mem: 'memory',
  labels: 'label',
  status: 'state',
  health: 'state',
  restart: 'restarts',
  project: 'compose',
  stack: 'compose',
};

/** What a container does is known only while its host reports. */
function stateTerms({ host, container }: Pick<Hosted, 'host' | 'container'>): readonly string[] {
  const status = dockerHostStatus(host);
  return status.figures === 'now' ? [container.state, container.health ?? ''] : status.terms;
}

/** `cpu` in percent of one core, `memory` in percent of the limit, `uptime` in seconds. What is unknown matches nothing. */
const searchable: Searchable<Hosted> = {
  words: ({ host, container }) => [
    container.name,
    container.image,
    ...stateTerms({ host, container }),
    container.composeProject ?? '',
    host.displayName,
    host.hostname,
  ],
  text({ host, container }, field) {
    if (field === 'name') return container.name;
    if (field === 'image') return container.image;
    if (field === 'id') return container.id;
    if (field === 'host') return [host.displayName, host.hostname, host.id];
    if (field === 'label') return Object.entries(container.labels).map(([key, value]) => `${key}=${value}`);
    if (field === 'compose') return [container.composeProject ?? '', container.composeService ?? ''];
    if (field === 'network') return container.networks.flatMap(({ name, ipv4 = '', ipv6 = '' }) => [name, ipv4, ipv6]);
    if (field === 'port') return container.ports.flatMap((port) => [`${port.publicPort ?? ''}`, `${port.privatePort}`]);
    return undefined;
  },
  number({ container, running }, field) {
    if (field === 'restarts') return container.restartCount ?? undefined;
    if (field === 'exit') return container.exitCode ?? undefined;
    if (!running) return undefined;
    if (field === 'cpu') return container.cpuPercent ?? undefined;
    if (field === 'memory') return container.memoryPercent ?? undefined;
    return field === 'uptime' ? container.uptimeSeconds : undefined;
  },
  // "healthy" must not match "unhealthy"
  rules: {
    state: (hosted, wanted) => stateTerms(hosted).some((word) => word.toLowerCase().startsWith(wanted)),
  },
};

export const containerMatcher = (text: string): ((container: Hosted) => boolean) =>
  matcher(parse(text, aliases), searchable);
