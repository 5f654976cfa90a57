// Who this server is among those with the same database.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import type { Config } from '../config/env.ts';
import type { ServerFacts } from '../db/postgres/lease.ts';
import { writePrivateFile } from '../db/private-file.ts';
import { ownAddresses, urlOf } from '../lib/own-addresses.ts';

export type NamedConfig = Pick<Config, 'server' | 'dataDir' | 'host' | 'port' | 'tls' | 'isDocker' | 'access'>;

export const ownServer = (config: NamedConfig, version: string): ServerFacts => ({
  name: config.server.name,
  id: idIn(config.dataDir, config.server.name),
  address: config.server.address || firstAddress(config),
  version,
});

/** A copy of a machine has the same data directory, but another name: it must not take the lease of the server that it was copied from. */
function idIn(dataDir: string, name: string): string {
  const file = path.join(dataDir, 'server-id');
  const known = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (known !== '') return `${known} ${name}`;
  const id = randomUUID();
  writePrivateFile(file, `${id}\n`);
  return `${id} ${name}`;
}

function firstAddress({ host, port, tls, isDocker, server }: NamedConfig): string {
  const isHttps = tls !== undefined;
  const [first] = ownAddresses({ host, port, isHttps, isDocker }, networkInterfaces());
  if (first !== undefined) return first;
  const isEverywhere = host === '0.0.0.0' || host === '::';
  return urlOf(isEverywhere ? server.name : host, port, isHttps);
}
