// A fake engine: HTTP over its own socket. It answers from a table and records the calls.
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';

export type Answer = unknown | ((response: http.ServerResponse) => void);

export interface EngineServer extends AsyncDisposable {
  socket: string;
  /** `GET /v1.41/info`, in order. */
  asked: string[];
  /** The maximum of requests that were open at once. */
  peak(): number;
}

/** `answer` is given the path without its version: a function takes the response over, undefined is 404, anything else is sent. */
export async function engineServer(answer: (path: string) => Answer): Promise<EngineServer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'belfry-engine-'));
  const socket = path.join(folder, 'engine.sock');
  const asked: string[] = [];
  let open = 0;
  let peak = 0;
  const server = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    peak = Math.max(peak, ++open);
    response.on('close', () => open--);
    const body = answer((request.url ?? '').replace(/^\/v1\.\d+/, ''));
    if (typeof body === 'function') return body(response);
    response.statusCode = body === undefined ? 404 : 200;
    response.setHeader('Content-Type', 'application/json');
    // In the next turn of the event loop, so that requests overlap when they can.
    setImmediate(() => response.end(JSON.stringify(body ?? { message: 'no such thing' })));
  });
  await new Promise<void>((done) => server.listen(socket, done));
  return {
    socket,
    asked,
    peak: () => peak,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
