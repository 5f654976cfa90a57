// The archives as our own client gets them: asked for on a socket with deltas.
import { once } from 'node:events';
import { inflateRawSync } from 'node:zlib';
import type { Archives } from '@belfry/schema/messages/snapshot';
import { WebSocket } from 'ws';
import type { Whole } from './whole-app.ts';

/** A new connection each time. */
export async function archivesOf({ host }: Whole, headers: Record<string, string> = {}): Promise<Archives['data']> {
  const socket = new WebSocket(`ws://${host}/ws?protocol=deltas`, { headers });
  const found = new Promise<Archives['data']>((done) => {
    socket.on('message', (data: Buffer, isBinary) => {
      const message = JSON.parse(String(isBinary ? inflateRawSync(data) : data));
      if (message.type === 'archives') done(message.data);
    });
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'requestArchives' }));
  try {
    return await found;
  } finally {
    socket.terminate();
  }
}
