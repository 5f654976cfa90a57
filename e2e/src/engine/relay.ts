// Stands between two programs that speak HTTP, notes what was asked, and can go away and come back.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../product.ts';

export interface Relay extends AsyncDisposable {
  /** A socket's path or an address, as its target is. */
  address: string;
  /** `GET /info 200`, in order of their answers. */
  asked: string[];
  up(): Promise<void>;
  /** Cuts every connection; nobody listens afterwards. */
  down(): Promise<void>;
}

/** `target`: a socket's path, or `http://host:port`. It is up at first. */
export async function startRelay(target: string): Promise<Relay> {
  const socket = target.startsWith('/');
  const folder = mkdtempSync(path.join(tmpdir(), 'belfry-relay-'));
  const place = socket ? path.join(folder, 'relay.sock') : await freePort();
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
    if (typeof place === 'string') server.listen(place);
    else server.listen(place, '127.0.0.1');
    await once(server, 'listening');
  };
  const down = async () => {
    const closing = server;
    server = undefined;
    closing?.closeAllConnections();
    if (closing) await new Promise((done) => closing.close(done));
  };
  await up();
  return {
    address: typeof place === 'string' ? place : `http://127.0.0.1:${place}`,
    asked,
    up,
    down,
    async [Symbol.asyncDispose]() {
      await down();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
