// The far side of a webhook: it remembers what it accepted, and is sometimes slow, busy, or gone before it answers.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';

const Body = z.object({ life: z.string(), to: z.string(), kind: z.string(), occurrences: z.array(z.string()) });

/** `isAccepted`: it took effect. `isAnswered`: nothing was done to lose the answer. `number`: the order of arrival. */
export interface Receipt extends z.infer<typeof Body> {
  number: number;
  key: string;
  isAccepted: boolean;
  isAnswered: boolean;
}

export interface Receiver {
  url: string;
  receipts: Receipt[];
  close(): Promise<void>;
}

/** `arrived` is called before the answer. */
export async function startReceiver(arrived: () => void): Promise<Receiver> {
  const receipts: Receipt[] = [];
  async function answer(text: string, key: string, response: ServerResponse): Promise<void> {
    const chance = Math.random();
    const isAccepted = chance >= 0.1;
    const isAnswered = !isAccepted || chance >= 0.15;
    receipts.push({ ...Body.parse(JSON.parse(text)), number: receipts.length, key, isAccepted, isAnswered });
    arrived();
    if (!isAccepted) response.writeHead(503).end('busy');
    else if (!isAnswered) response.destroy();
    else {
      if (chance < 0.3) await pause(Math.random() * 40);
      response.end('ok');
    }
  }
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => void answer(text, String(request.headers['idempotency-key']), response));
    request.on('error', () => {});
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    receipts,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
