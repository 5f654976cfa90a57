// Opens the own port of a collector: `belfry collector run --listen HOST:PORT`.
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { fail, ok, type Result } from '@belfry/domain/result';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { openTls } from '../http/tls/tls.ts';
import { ownAddresses, urlOf } from '../lib/own-addresses.ts';
import type { Collector } from './collector.ts';
import { createEntrance, type EntranceDeps } from './entrance.ts';

export interface OpenEntranceDeps extends Pick<EntranceDeps, 'site' | 'files' | 'clock' | 'log'> {
  /** HOST:PORT, or a port for all addresses of the machine. */
  listen: string;
  /** With a certificate of its own making, in the folder of the collector. */
  isTls: boolean;
  dataDir: string;
  collector: Pick<Collector, 'calls' | 'listening'>;
}

export interface OpenEntrance {
  address: string;
  /** SHA-256 of its certificate. */
  fingerprint?: string;
  close(): Promise<void>;
}

export async function openEntrance(deps: OpenEntranceDeps): Promise<Result<OpenEntrance, Sentence>> {
  const { listen, isTls, dataDir, collector, clock, log } = deps;
  const place = placeIn(listen);
  if (!place.ok) return place;
  const opened = isTls ? await openTls({ source: { kind: 'self-signed' }, dataDir, clock, log }) : undefined;
  if (opened?.ok === false) return fail(notListening(listen, opened.error));
  const tls = opened?.value;
  const http = createEntrance({ ...deps, calls: collector.calls, tls: tls?.options() });
  try {
    await http.listen(place.value);
  } catch (error) {
    await http.close();
    return fail(notListening(listen, (error as Error).message));
  }
  const unfollow = tls?.follow(http.server);
  const { host } = place.value;
  const { port } = http.server.address() as AddressInfo;
  collector.listening(ownAddresses({ host, port, isHttps: isTls, isDocker: false }, networkInterfaces()));
  return ok({
    address: urlOf(host, port, isTls),
    ...(tls && { fingerprint: tls.fingerprint() }),
    async close() {
      unfollow?.();
      await http.close();
    },
  });
}

const notListening = (address: string, reason: string): Sentence => ({
  id: 'collector.noListening',
  values: { address, reason },
});

export function placeIn(address: string): Result<{ host: string; port: number }, Sentence> {
  const [, host = '0.0.0.0', digits = ''] = /^(?:(\[[\da-f:.]+\]|[\w.-]+):)?(\d{1,5})$/i.exec(address.trim()) ?? [];
  const port = Number(digits);
  if (digits === '' || port > 65_535) return fail({ id: 'collector.noPlace', values: { address } });
  return ok({ host: host.replace(/^\[|\]$/g, ''), port });
}
