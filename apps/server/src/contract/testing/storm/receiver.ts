// The far side of a webhook in a storm: it remembers each message.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Told {
  /** Of the message: the same for each attempt. */
  key: string;
  kind: string;
  alert: string;
  occurrence: string;
  /** On the clock of the storm. */
  at: number;
  /** It says that it was sent without the database, and may come twice. */
  isMarked: boolean;
}

export interface StormReceiver {
  url: string;
  told: Told[];
  close(): void;
}

interface Body {
  id: string;
  kind: string;
  alert?: { id: string; occurrence: string };
  alerts?: readonly { id: string; occurrence: string }[];
}

export async function stormReceiver(now: () => number): Promise<StormReceiver> {
  const told: Told[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const { id: key, kind, alert, alerts = alert ? [alert] : [] } = JSON.parse(text) as Body;
      const isMarked = text.includes('Sent without the database');
      for (const { id, occurrence } of alerts) told.push({ key, kind, alert: id, occurrence, at: now(), isMarked });
      response.end('ok');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`,
    told,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
