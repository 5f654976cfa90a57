// A socket that sends given frames, and nothing else: what a page does with them is then all that is measured.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

export interface FrameServer {
  url: string;
  /** To all pages that are connected. */
  send(frame: Buffer): void;
  stop(): void;
}

const ACCEPT = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

const BINARY = 0x82;

/** A whole binary message as RFC 6455 writes it. A browser refuses a length that has more bytes than it needs. */
function written(frame: Buffer): Buffer {
  const { length } = frame;
  if (length < 126) return Buffer.concat([Buffer.from([BINARY, length]), frame]);
  const head = Buffer.alloc(length < 65_536 ? 4 : 10, BINARY);
  if (head.length === 4) {
    head.writeUInt8(126, 1);
    head.writeUInt16BE(length, 2);
  } else {
    head.writeUInt8(127, 1);
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, frame]);
}

/** `first` is sent to each page when it connects. */
export async function startFrameServer(first: Buffer): Promise<FrameServer> {
  const pages = new Set<Duplex>();
  const server = createServer();
  server.on('upgrade', ({ headers }, socket) => {
    const key = createHash('sha1').update(`${headers['sec-websocket-key']}${ACCEPT}`).digest('base64');
    const lines = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
    socket.write([...lines, `Sec-WebSocket-Accept: ${key}`, '', ''].join('\r\n'));
    socket.write(written(first));
    pages.add(socket.on('error', () => pages.delete(socket)).resume());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    send(frame) {
      for (const page of pages) page.write(written(frame));
    },
    stop() {
      for (const page of pages) page.destroy();
      server.close();
    },
  };
}
