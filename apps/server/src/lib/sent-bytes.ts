// How many bytes a server has sent to its clients, over HTTP and sockets alike.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export function countSent() {
  const open = new Set<Socket>();
  let closed = 0;
  return {
    watch(server: Server) {
      server.on('connection', (socket: Socket) => {
        open.add(socket);
        socket.once('close', () => {
          open.delete(socket);
          closed += socket.bytesWritten;
        });
      });
    },
    /** Since the start. */
    bytes: (): number => open.values().reduce((sum, socket) => sum + socket.bytesWritten, closed),
  };
}
