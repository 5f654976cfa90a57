// The state and the archives as our own client gets them: on a socket with deltas.
import { once } from 'node:events';
import { inflateRawSync } from 'node:zlib';
import { patch } from '@belfry/domain/delta/patch';
import type { Archives } from '@belfry/schema/messages/snapshot';
import type { State } from '@belfry/schema/state';
import { WebSocket } from 'ws';
import type { Whole } from './whole-app.ts';

/** Everything the server knows. A new connection each time. */
export async function wholeStateOf({ host }: Whole, headers: Record<string, string> = {}): Promise<State> {
  const socket = new WebSocket(`ws://${host}/ws?protocol=deltas`, { headers });
  const whole = Promise.withResolvers<State>();
  let state: Partial<State> = {};
  socket.on('message', (sent: Buffer, isBinary) => {
    const { type, data } = JSON.parse(String(isBinary ? inflateRawSync(sent) : sent));
    if (type === 'snapshot') socket.send(JSON.stringify({ type: 'requestArchives' }));
    if (type === 'snapshot' || type === 'archives') state = { ...state, ...data };
    // the snapshot may be an older one, with the changes since
    if (type === 'delta')
      state = patch(state, Object.fromEntries(Object.entries(data).filter(([name]) => name in state)));
    if (type === 'archives') whole.resolve(state as State);
  });
  await once(socket, 'open');
  try {
    return await whole.promise;
  } finally {
    socket.terminate();
  }
}

export const archivesOf = (whole: Whole, headers: Record<string, string> = {}): Promise<Archives['data']> =>
  wholeStateOf(whole, headers);
