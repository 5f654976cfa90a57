// A real HTTPS server on loopback with the answers of a test. For tests only.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { type Certificate, createCertificate } from '@belfry/lab/certificate';

export interface TlsServer extends AsyncDisposable {
  origin: string;
  certificate: Certificate;
  /** Requests whose head arrived, newest last. */
  requests: { url: string; method: string; headers: IncomingMessage['headers'] }[];
  /** Connections opened so far. */
  connections(): number;
  /** Cuts every connection and stops listening; the address can be opened again. */
  stop(): Promise<void>;
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** `port` 0 lets the system choose. */
export async function startTlsServer(answer: Answer, port = 0, known?: Certificate): Promise<TlsServer> {
  const certificate = known ?? (await createCertificate('test', '127.0.0.1'));
  const requests: TlsServer['requests'] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
    const { url = '', method = '', headers } = request;
    requests.push({ url, method, headers });
    answer(request, response);
  });
  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const at = server.address() as AddressInfo;
  const stop = async () => {
    if (!server.listening) return;
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  };
  return {
    origin: `https://127.0.0.1:${at.port}`,
    certificate,
    requests,
    connections: () => connections,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

export const json = (response: ServerResponse, data: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
};
