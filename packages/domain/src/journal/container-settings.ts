// What a Docker agent reports of a container and of its host, as settings. What every start of a container changes is left out: addresses,
// and the random names of volumes without one.
import type { ReportedContainer } from '@belfry/schema/agent/report';
import type { DockerContainer, DockerHost } from '@belfry/schema/entities/docker';
import { type Settings, valueText, withoutSecrets } from './settings.ts';

type Ports = DockerContainer['ports'];

const linesOf = (lines: readonly string[]): string => [...new Set(lines)].sort().join('\n');

/** `8080:80/tcp`. The engine lists a port once for IPv4 and once for IPv6. */
export const portLines = (ports: Ports): string =>
  linesOf(
    ports.map(({ ip, publicPort, privatePort, protocol }) => {
      const at = ip === undefined || /^(?:0\.0\.0\.0|::)$/.test(ip) ? '' : `${ip}:`;
      return `${publicPort === undefined ? '' : `${at}${publicPort}:`}${privatePort}/${protocol}`;
    }),
  );

const mountLines = (mounts: NonNullable<ReportedContainer['mounts']>): string =>
  linesOf(
    mounts.map(({ type, from = '', to, isReadOnly }) =>
      `${to} ${type} ${from}${isReadOnly ? ' (read-only)' : ''}`.trim(),
    ),
  );

/** `ports`: a container that does not run has none to report, so those that it had are given. */
export function containerSettings(container: ReportedContainer, ports: string | undefined): Settings {
  const { image, imageId, networks, restartPolicy, composeProject, composeService, environment, mounts } = container;
  const { memoryConfiguredBytes, cpuLimitCores } = container;
  return only({
    image,
    imageId,
    ports,
    networks: linesOf(networks.map(({ name }) => name)),
    restartPolicy,
    composeProject,
    composeService,
    environment: environment && linesOf(environment),
    mounts: mounts && mountLines(mounts),
    memoryLimitBytes: memoryConfiguredBytes,
    cpuLimitCores,
  });
}

export const dockerHostSettings = ({
  os,
  kernelVersion,
  dockerVersion,
  architecture,
  agentVersion,
  cpus,
}: DockerHost): Settings => only({ os, kernelVersion, dockerVersion, architecture, agentVersion, cpus });

/** Without what is not known. */
const only = (fields: Readonly<Record<string, string | number | undefined>>): Settings =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const text = withoutSecrets(valueText(value) ?? '');
      return text === '' ? [] : [[name, text]];
    }),
  );
