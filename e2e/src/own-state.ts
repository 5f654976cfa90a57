// The state as our own client has it: also the lists that no other client gets.
import { inflateRawSync } from 'node:zlib';
import { type ChangesOf, patch } from '@belfry/domain/delta/patch';
import { archiveNames } from '@belfry/schema/archives';
import type { State } from '@belfry/schema/state';

type Message =
  | { type: 'snapshot' | 'archives'; data: Partial<State> }
  | { type: 'delta'; data: ChangesOf<State> }
  | { type: 'welcome' | 'ping' | 'pong' };

/** The present state, with the archives. */
export function ownState(url: string): Promise<State> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws?protocol=deltas`);
  socket.binaryType = 'arraybuffer';
  const send = (message: object) => socket.send(JSON.stringify(message));
  return new Promise<State>((settle, failed) => {
    let state: Partial<State> | undefined;
    let hasArchives = false;
    socket.onerror = () => failed(new Error(`no socket at ${url}`));
    socket.onmessage = ({ data }) => {
      const message: Message = JSON.parse(typeof data === 'string' ? data : inflateRawSync(data).toString());
      if (message.type === 'snapshot') {
        state = message.data;
        send({ type: 'requestArchives' });
      } else if (message.type === 'archives') {
        state = { ...state, ...message.data };
        hasArchives = true;
        // the answer follows all that was sent before
        send({ type: 'ping', data: { timestamp: 0 } });
      } else if (message.type === 'delta' && state)
        state = patch(state as State, hasArchives ? message.data : withoutArchives(message.data));
      else if (message.type === 'pong') settle(state as State);
    };
  }).finally(() => socket.close());
}

const withoutArchives = (changes: ChangesOf<State>): ChangesOf<State> =>
  Object.fromEntries(Object.entries(changes).filter(([name]) => !archiveNames.some((archive) => archive === name)));
