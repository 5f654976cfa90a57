// The search of containers: name:, image:, host:, state:, id:, label:, and figures.
import type { DockerContainer, DockerHost } from '@belfry/schema/entities/docker';
import { dockerHostStatus } from '../status.ts';
import { PERCENT, type Searchable, TIME } from './field.ts';
import { matcherOf } from './match.ts';

export interface Hosted {
  host: DockerHost;
  container: DockerContainer;
  /** The container runs, and its host reports. */
  running: boolean;
}

/** The name of the site through which a Docker host reports. */
export type SiteOfHost = (host: DockerHost) => string | undefined;

/** What a container does is known only while its host reports. */
function stateTerms({ host, container }: Pick<Hosted, 'host' | 'container'>): readonly string[] {
  const status = dockerHostStatus(host);
  return status.figures === 'now' ? [container.state, container.health ?? ''] : status.terms;
}

/** What is known only of a container that runs. */
const alive =
  (read: (container: DockerContainer) => number | null) =>
  ({ container, running }: Hosted) =>
    running ? (read(container) ?? undefined) : undefined;

/** `cpu` in percent of one core, `memory` in percent of the limit, `uptime` in seconds. What is unknown matches nothing. */
export const containerSearch = (siteOf: SiteOfHost = () => undefined): Searchable<Hosted> => ({
  words: ({ host, container }) => [
    container.name,
    container.image,
    ...stateTerms({ host, container }),
    container.composeProject ?? '',
    host.displayName,
    host.hostname,
  ],
  fields: [
    { names: ['name'], text: ({ container }) => container.name },
    { names: ['image'], text: ({ container }) => container.image },
    { names: ['id'], text: ({ container }) => container.id },
    { names: ['host'], text: ({ host }) => [host.displayName, host.hostname, host.id] },
    {
      names: ['status', 'state', 'health'],
      // "healthy" must not match "unhealthy"
      fits: (hosted, wanted) => stateTerms(hosted).some((word) => word.toLowerCase().startsWith(wanted)),
    },
    {
      names: ['label', 'labels'],
      text: ({ container }) => Object.entries(container.labels).map(([key, value]) => `${key}=${value}`),
    },
    {
      names: ['compose', 'project', 'stack'],
      text: ({ container }) => [container.composeProject ?? '', container.composeService ?? ''],
    },
    {
      names: ['network'],
      text: ({ container }) => container.networks.flatMap(({ name, ipv4 = '', ipv6 = '' }) => [name, ipv4, ipv6]),
    },
    {
      names: ['port'],
      text: ({ container }) =>
        container.ports.flatMap(({ publicPort, privatePort }) => [`${publicPort ?? ''}`, `${privatePort}`]),
    },
    { names: ['cpu'], number: alive(({ cpuPercent }) => cpuPercent), units: PERCENT },
    { names: ['memory', 'mem'], number: alive(({ memoryPercent }) => memoryPercent), units: PERCENT },
    { names: ['uptime'], number: alive(({ uptimeSeconds }) => uptimeSeconds), units: TIME },
    { names: ['restarts', 'restart'], number: ({ container }) => container.restartCount ?? undefined },
    { names: ['exit'], number: ({ container }) => container.exitCode ?? undefined },
    { names: ['site'], text: ({ host }) => siteOf(host) },
  ],
});

export const containerMatcher = (text: string, siteOf?: SiteOfHost): ((container: Hosted) => boolean) =>
  matcherOf(text, containerSearch(siteOf));
