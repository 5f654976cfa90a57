// Answers plain HTTP with a redirect to the same path by HTTPS.
import { once } from 'node:events';
import type { Server } from 'node:http';

/**
 * Not imported: an `import` reads all that a module of Node exports, and to read `http.WebSocket` loads the client that Node has inside
 * (docs/decisions/0008).
 */
const { createServer } = process.getBuiltinModule('node:http');

interface RedirectOptions {
  host: string;
  port: number;
  /** The port of HTTPS. */
  securePort(): number;
}

/** A name or an address without a port: whatever else a client sends is not repeated. */
const HOST = /^(\[[\da-f:.]{2,45}\]|[a-z\d](?:[a-z\d.-]{0,252}[a-z\d])?)(?::\d{1,5})?$/i;
const LONGEST = 4096;

/** Rejects if it cannot listen. */
export async function listenForRedirects({ host, port, securePort }: RedirectOptions): Promise<Server> {
  const server = createServer({ requestTimeout: 10_000, connectionsCheckingInterval: 5000 }, (request, reply) => {
    request.resume();
    const name = HOST.exec(request.headers.host ?? '')?.[1];
    const { url = '/' } = request;
    if (name === undefined || !url.startsWith('/') || url.length > LONGEST) {
      reply.writeHead(400, { 'content-type': 'text/plain', connection: 'close' }).end('Use https://\n');
      return;
    }
    const at = securePort() === 443 ? '' : `:${securePort()}`;
    // Node refuses a header with a line break, and `url` contains none: the parser ends the request line there.
    reply.writeHead(308, { location: `https://${name}${at}${url}`, connection: 'close' }).end();
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}
