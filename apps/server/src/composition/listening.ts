// Where the server listens: its port, the addresses at which others reach it, its certificate, and the port that redirects to it.
import type { Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { ServerAddresses } from '@belfry/schema/http/onboarding';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/env.ts';
import { listenForRedirects } from '../http/tls/redirect.ts';
import type { Tls } from '../http/tls/tls.ts';
import { listensOnlyHere, ownAddresses } from '../lib/own-addresses.ts';

export interface ListeningDeps {
  config: Pick<Config, 'host' | 'port' | 'tls' | 'isDocker' | 'access'>;
  tls: Tls | undefined;
}

export function createListening({ config, tls }: ListeningDeps) {
  let listener: Server | undefined;
  const { host, isDocker } = config;
  const port = (): number => {
    const address = listener?.address();
    return typeof address === 'object' && address ? address.port : config.port;
  };
  return {
    /** The port in use, also if port 0 (any free port) was configured. Before the server listens: the configured port. */
    port,
    addresses: (): ServerAddresses => ({
      publicUrl: config.access.publicUrl,
      addresses: ownAddresses({ host, port: port(), isHttps: tls !== undefined, isDocker }, networkInterfaces()),
      isOnlyHere: listensOnlyHere(host),
    }),
    /** Rejects if it cannot listen at the address; then everything is stopped again. */
    async start(http: FastifyInstance): Promise<AsyncDisposable> {
      listener = http.server;
      await using opened = new AsyncDisposableStack();
      opened.defer(() => http.close());
      await http.listen({ host, port: config.port });
      if (tls) opened.defer(tls.follow(http.server));
      if (config.tls?.redirectPort !== undefined) {
        const redirects = await listenForRedirects({ host, port: config.tls.redirectPort, securePort: port });
        opened.defer(() => void redirects.close());
      }
      return opened.move();
    },
  };
}
