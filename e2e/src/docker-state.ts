// The Docker hosts in the state of a running product without authentication.
import type { DockerContainer, DockerHost } from '@belfry/schema/entities/docker';
import type { State } from '@belfry/schema/state';

export async function dockerHosts(url: string): Promise<DockerHost[]> {
  const response = await fetch(`${url}/api/state`);
  if (!response.ok) throw new Error(`/api/state: HTTP ${response.status}`);
  return ((await response.json()) as State).dockerHosts;
}

export const containersOf = async (url: string): Promise<DockerContainer[]> =>
  (await dockerHosts(url)).flatMap(({ containers }) => containers);
