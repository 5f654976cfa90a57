// A relay between two programs that speak HTTP: it records the requests, and can be stopped and started again.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface Relay extends AsyncDisposable {
  /** The path of a socket or an address, like its target. */
  address: string;
  /** `GET /info 200`, in order of their answers. */
  asked: string[];
  up(): Promise<void>;
  /** Closes every connection and stops listening. */
  down(): Promise<void>;
}

/** `target`: the path of a socket, or `http://host:port`. The relay is up at first. */
export async function startRelay(target: string): Promise<Relay> {
  const socket = target.startsWith('/');
  const folder = mkdtempSync(path.join(tmpdir(), 'belfry-relay-'));
  const socketPath = path.join(folder, 'relay.sock');
  /** The system chooses it once, and it stays the same when the relay comes back. */
  let port = 0;
  const asked: string[] = [];
  let server: http.Server | undefined;

  const forward: http.RequestListener = (request, response) => {
    const { method, url = '/', headers } = request;
    const options = { method, headers, agent: false };
    const onward = socket
      ? http.request({ ...options, socketPath: target, path: url })
      : http.request(new URL(url, target), options);
    onward.on('response', (answer) => {
      asked.push(`${method} ${url} ${answer.statusCode}`);
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  };

  const up = async () => {
    server = http.createServer(forward);
    if (socket) server.listen(socketPath);
    else server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (typeof address === 'object') port = address?.port ?? 0;
  };
  const down = async () => {
    const closing = server;
    server = undefined;
    closing?.closeAllConnections();
    if (closing) await new Promise((done) => closing.close(done));
  };
  await up();
  return {
    address: socket ? socketPath : `http://127.0.0.1:${port}`,
    asked,
    up,
    down,
    async [Symbol.asyncDispose]() {
      await down();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
