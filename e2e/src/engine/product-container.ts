// The product as a container, started as its compose file does, on the network of the host so that it can reach a lab.
import type { State } from '@belfry/schema/state';
import { type GenericContainer, type StartedTestContainer, Wait } from 'testcontainers';
import { freePort } from '../product.ts';
import { container } from './container.ts';

export interface ProductContainer {
  started: StartedTestContainer;
  url: string;
  state(): Promise<State>;
}

/** With the settings of compose.yaml; ready when the health check of the image passes. */
export const hardened = (image: string, groups: readonly number[] = []): GenericContainer =>
  container(image, { readOnlyRoot: true, groups, healthSeconds: 1 })
    .withTmpFs({ '/tmp': '' })
    .withDroppedCapabilities('ALL')
    .withSecurityOpt('no-new-privileges:true')
    .withNetworkMode('host')
    .withWaitStrategy(Wait.forHealthCheck());

type Mount = Parameters<GenericContainer['withBindMounts']>[0][number];

/** Without authentication, reachable from this machine only. */
export async function startContainer(image: string, data: string, ...more: Mount[]): Promise<ProductContainer> {
  const port = await freePort();
  const started = await hardened(image)
    .withBindMounts([{ source: data, target: '/data' }, ...more])
    .withEnvironment({ BELFRY_PORT: String(port), BELFRY_HOST: '127.0.0.1', BELFRY_AUTH_DISABLED: 'true' })
    .start();
  const url = `http://127.0.0.1:${port}`;
  return { started, url, state: async () => (await fetch(`${url}/api/state`)).json() as Promise<State> };
}
