// The far side of webhooks of the generic service: it remembers what it accepted, and is sometimes slow or busy.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** One request. `number`: the order of arrival. `life`: which run of the server sent it. `key`: the idempotency key. */
export interface Receipt {
  number: number;
  life: number;
  to: string;
  key: string;
  kind: string;
  occurrences: string[];
  isAccepted: boolean;
}

interface Body {
  kind: string;
  alert: { occurrence: string };
  alerts?: { occurrence: string }[];
}

export interface NotificationReceiver {
  /** With the name of a destination as its path. */
  url: string;
  receipts: Receipt[];
  /** Requests from now on belong to this run of the server. `arrived` is called for each, before the answer. */
  follow(life: number, arrived: () => void): void;
  /** Resolves when no connection is open: all that a killed server had sent is in `receipts`. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

const BUSY = 0.05;
const SLOW = 0.5;
const SLOW_MS = 600;

/** `calm`: never slow or busy. */
export async function startNotificationReceiver({ calm = false } = {}): Promise<NotificationReceiver> {
  const receipts: Receipt[] = [];
  const sockets = new Set<Socket>();
  let life = 0;
  let arrived = () => {};
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return; // The server was killed before the request was complete.
    }
    const { kind, alert, alerts = [alert] } = JSON.parse(Buffer.concat(chunks).toString()) as Body;
    const chance = calm ? 1 : Math.random();
    receipts.push({
      ...{ number: receipts.length, life, kind, to: (request.url ?? '').slice(1), isAccepted: chance >= BUSY },
      ...{ key: String(request.headers['idempotency-key']), occurrences: alerts.map(({ occurrence }) => occurrence) },
    });
    arrived();
    if (chance < SLOW) await pause(Math.random() * SLOW_MS);
    response.writeHead(chance < BUSY ? 503 : 200).end();
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    receipts,
    follow(next, listener) {
      life = next;
      arrived = listener;
    },
    async quiet() {
      for (const socket of sockets) if (!socket.closed) await once(socket, 'close');
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
