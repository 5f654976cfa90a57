// The line of a collector, measured: a proxy that counts its bytes, and reads a copy of what the collector says.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { zstdDecompressSync } from 'node:zlib';
import { createAssembly } from '../../apps/server/src/collect/pieces.ts';

/** `up` and `down`: all bytes of the connection. `kinds`: of messages of the collector, by what they are about. */
export interface LineBytes {
  up: number;
  down: number;
  kinds: Map<string, { messages: number; bytes: number; textBytes: number }>;
}

export interface LineMeter {
  url: string;
  /** Since the last call. */
  take(): LineBytes;
  stop(): void;
}

const none = (): LineBytes => ({ up: 0, down: 0, kinds: new Map() });

/** `to`: the address of the server, without HTTPS. */
export async function startLineMeter(to: string): Promise<LineMeter> {
  let bytes = none();
  const count = (frame: Buffer) => {
    const text = zstdDecompressSync(frame).toString();
    const { type, observation } = JSON.parse(text) as { type: string; observation?: { poll?: string } };
    const kind = observation?.poll ?? type;
    const own = bytes.kinds.get(kind) ?? { messages: 0, bytes: 0, textBytes: 0 };
    bytes.kinds.set(kind, own);
    own.messages++;
    own.bytes += frame.length;
    own.textBytes += text.length;
  };
  const server = createServer((collector) => {
    const centre = connect(Number(new URL(to).port), '127.0.0.1');
    const read = createReader(count);
    collector.on('data', (chunk: Buffer) => {
      bytes.up += chunk.length;
      read(chunk);
    });
    centre.on('data', (chunk: Buffer) => (bytes.down += chunk.length));
    collector.pipe(centre).pipe(collector);
    collector.on('error', () => centre.destroy());
    centre.on('error', () => collector.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    take() {
      const taken = bytes;
      bytes = none();
      return taken;
    },
    stop: () => void server.close(),
  };
}

const BINARY = 2;

/** The messages of a client in a WebSocket (RFC 6455), after its request. */
function createReader(found: (frame: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let isOpen = false;
  const assemble = createAssembly();
  const next = (): boolean => {
    const [first = 0, second = 0] = rest;
    const short = second & 127;
    const head = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (rest.length < head + 4) return false;
    const length = short < 126 ? short : short === 126 ? rest.readUInt16BE(2) : Number(rest.readBigUInt64BE(2));
    const end = head + 4 + length;
    if (rest.length < end) return false;
    const mask = rest.subarray(head, head + 4);
    const piece = Uint8Array.from(rest.subarray(head + 4, end), (byte, at) => byte ^ (mask[at % 4] as number));
    rest = rest.subarray(end);
    const frame = (first & 15) === BINARY ? assemble(piece) : undefined;
    if (frame?.ok && frame.value) found(frame.value);
    return rest.length > 1;
  };
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const end = isOpen ? 0 : rest.indexOf('\r\n\r\n');
    if (end < 0) return;
    if (!isOpen) rest = rest.subarray(end + 4);
    isOpen = true;
    if (rest.length > 1) while (next());
  };
}
