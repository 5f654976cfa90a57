// What a running product knows of Docker, and its administrator's calls.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { DockerContainer, DockerHost } from '@belfry/schema/entities/docker';
import type { State } from '@belfry/schema/state';
import type { Product } from './product.ts';

export async function dockerHosts(url: string, headers: Record<string, string> = {}): Promise<DockerHost[]> {
  const response = await fetch(`${url}/api/state`, { headers });
  if (!response.ok) throw new Error(`/api/state: HTTP ${response.status}`);
  return ((await response.json()) as State).dockerHosts;
}

export const containersOf = async (url: string): Promise<DockerContainer[]> =>
  (await dockerHosts(url)).flatMap(({ containers }) => containers);

export interface Administrator {
  headers: Record<string, string>;
  call(method: string, path: string, body?: object): Promise<Record<string, string>>;
}

/** Sets a fresh product up; from then on it lets nobody in without credentials. */
export async function setUp({ url, dataDir }: Product): Promise<Administrator> {
  const json = { 'content-type': 'application/json' };
  const send = async (method: string, place: string, body: object | undefined, headers: Record<string, string>) => {
    const response = await fetch(`${url}${place}`, { method, headers, body: body ? JSON.stringify(body) : null });
    if (!response.ok) throw new Error(`${method} ${place}: HTTP ${response.status} ${await response.text()}`);
    return response.json();
  };
  const bootstrapToken = readFileSync(path.join(dataDir, 'bootstrap-token'), 'utf8').trim();
  const { credentials } = await send('POST', '/api/security/quick-setup', { bootstrapToken }, json);
  const headers = { ...json, 'x-api-token': credentials.apiToken };
  return { headers, call: (method, place, body) => send(method, place, body, headers) };
}
