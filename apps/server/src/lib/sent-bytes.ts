// How many bytes a server has sent to its clients, over HTTP and sockets alike.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface SentBytes {
  watch(server: Server): void;
  /** Since the start. */
  bytes(): number;
}

export function countSent(): SentBytes {
  const open = new Set<Socket>();
  let closed = 0;
  return {
    watch(server) {
      server.on('connection', (socket: Socket) => {
        open.add(socket);
        socket.once('close', () => {
          open.delete(socket);
          closed += socket.bytesWritten;
        });
      });
    },
    bytes: () => open.values().reduce((sum, socket) => sum + socket.bytesWritten, closed),
  };
}
