// One HTTPS server: reads a request, calls the handler, and writes the answer as the daemon of Proxmox does.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Answer } from './answer.ts';
import type { Certificate } from './certificate.ts';
import type { Params } from './router.ts';

/** `params`: the query, and for a write also the fields of the body. `path` is unchanged, without the query. */
export type Incoming = { method: string; path: string; params: Params; headers: IncomingHttpHeaders };
/** `never`: the connection stays open without an answer. */
export type Respond = (request: Incoming) => Promise<Answer | 'never'>;
export type NodeServer = Awaited<ReturnType<typeof createNodeServer>>;

const compress = promisify(gzip);
const bodyLimit = 64 * 1024;
const worthCompressing = 1024;

/** `now`: the clock of the server in epoch seconds, for its `Date` header. */
export function createNodeServer(
  certificate: Certificate,
  respond: Respond,
  connected: () => void,
  now = () => Date.now() / 1000,
) {
  const { key, cert } = certificate;
  const sockets = new Set<Socket>();
  // pveproxy closes an idle connection after five seconds.
  const server = createServer({ key, cert, keepAliveTimeout: 5000 }, (req, res) => {
    res.setHeader('date', new Date(now() * 1000).toUTCString());
    serve(req, res, respond).catch(() => res.destroy());
  });
  server.on('connection', (socket: Socket) => {
    connected();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => {});

  return {
    fingerprint: certificate.fingerprint,
    /** If the port is 0, the system chooses one. Resolves with the port. Rejects with the error of the system. */
    listen: (host: string, port: number): Promise<number> =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          const at = server.address();
          resolve(typeof at === 'object' && at ? at.port : port);
        });
      }),
    /** New connections get that certificate. The present ones end, as when the daemon of Proxmox restarts. */
    renew: (renewed: Certificate): void => {
      server.setSecureContext({ key: renewed.key, cert: renewed.cert });
      for (const socket of sockets) socket.destroy();
    },
    /** Stops listening and closes every connection at once. */
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function serve(req: IncomingMessage, res: ServerResponse, respond: Respond): Promise<void> {
  const url = new URL(req.url ?? '/', 'https://node');
  const params = { ...Object.fromEntries(url.searchParams), ...(await readBody(req)) };
  const answer = await respond({ method: req.method ?? 'GET', path: url.pathname, params, headers: req.headers });
  if (answer === 'never') return;
  const body = Buffer.from(answer.body ?? '');
  const small = body.length < worthCompressing || !/\bgzip\b/.test(String(req.headers['accept-encoding'] ?? ''));
  const payload = small ? body : await compress(body);
  res.writeHead(answer.status, answer.reason.replace(/[^\x20-\x7e]/g, '?'), {
    'cache-control': 'max-age=0',
    pragma: 'no-cache',
    server: 'pve-api-daemon/3.0',
    'content-length': payload.length,
    ...(answer.body !== undefined && { 'content-type': answer.type ?? 'application/json;charset=UTF-8' }),
    ...(!small && { 'content-encoding': 'gzip' }),
  });
  res.end(payload);
}

async function readBody(req: IncomingMessage): Promise<Params> {
  if (req.method === 'GET' || req.method === 'HEAD') return {};
  let text = '';
  for await (const chunk of req) {
    text += chunk;
    if (text.length > bodyLimit) return {};
  }
  if (!req.headers['content-type']?.includes('json')) return Object.fromEntries(new URLSearchParams(text));
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null) return {};
    return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)]));
  } catch {
    return {};
  }
}
