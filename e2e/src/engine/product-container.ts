// The product as a container: as its compose file starts it, on the host's network so that a lab can be reached.
import type { State } from '@belfry/schema/state';
import { expect, vi } from 'vitest';
import { freePort } from '../product.ts';
import { inspect, start } from './docker.ts';

/** What compose.yaml asks for, and a health check that does not wait half a minute. */
export const hardened = [
  ...['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges:true'],
  ...['--health-interval', '1s'],
];

export interface ProductContainer {
  id: string;
  url: string;
  state(): Promise<State>;
}

/** `more`: further options of `docker run`. */
export async function startContainer(image: string, volume: string, ...more: string[]): Promise<ProductContainer> {
  const port = await freePort();
  const env = { BELFRY_PORT: port, BELFRY_HOST: '127.0.0.1', BELFRY_AUTH_DISABLED: true };
  const id = await start(
    ...['--network', 'host', '-v', `${volume}:/data`, ...hardened, ...more],
    ...Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
    image,
  );
  await healthy(id);
  const url = `http://127.0.0.1:${port}`;
  return { id, url, state: async () => (await fetch(`${url}/api/state`)).json() as Promise<State> };
}

/** Until the image's own health check says so. */
export async function healthy(id: string): Promise<void> {
  const health = () => inspect(id, '{{.State.Status}} {{.State.Health.Status}}');
  await vi.waitFor(async () => expect(await health()).toBe('running healthy'), { timeout: 60_000, interval: 200 });
}
