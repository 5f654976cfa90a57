// Sockets that behave like browsers: they ask for deltas and count the bytes.
import { once } from 'node:events';
import { WebSocket } from 'undici';

export interface Sockets {
  /** Bytes of frames to one socket since the last call. */
  takeBytes(): number;
  close(): void;
}

/** `shown`: the instances whose guests they show, everything without it. */
export async function openSockets(url: string, count: number, shown?: readonly string[]): Promise<Sockets> {
  let bytes = 0;
  const sockets = Array.from({ length: count }, (_, i) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws?protocol=deltas`);
    socket.binaryType = 'arraybuffer';
    socket.addEventListener('message', ({ data }) => {
      if (i === 0) bytes += typeof data === 'string' ? data.length : (data as ArrayBuffer).byteLength;
    });
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'open')));
  if (shown) for (const socket of sockets) socket.send(JSON.stringify({ type: 'view', data: { instances: shown } }));
  return {
    takeBytes() {
      const taken = bytes;
      bytes = 0;
      return taken;
    },
    close() {
      for (const socket of sockets) socket.close();
    },
  };
}
