// The line between a collector and its server in a storm: a port that passes on what arrives, and everything that can happen to a TCP line.
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface StormLine {
  /** `127.0.0.1:12345` */
  host: string;
  /** Another program listens there from now on. */
  leadTo(host: string): void;
  /** Both ends see that the line has ended, and nobody can open it again. */
  cut(): void;
  /** Nothing passes, and neither end is told. */
  hold(): void;
  /** The same, but what is said meanwhile arrives when all is well again. */
  stall(): void;
  /** What the collector says from now on takes `ms` until it arrives. */
  delay(ms: number): void;
  /** The collector sees that the line has ended. What it has said still arrives at the server, so late that a new line is open by then. */
  linger(ms: number): void;
  /** Bytes in a second, both ways. */
  slow(rate: number): void;
  /** All that the collector said on its last line is said again, on a new line. */
  replay(): Promise<void>;
  /** All is well again, for lines that are opened from now on. */
  mend(): void;
  close(): void;
}

/** What is kept to be said again. */
const KEPT_BYTES = 256 << 10;

export async function stormLine(to: string): Promise<StormLine> {
  let [host = '', port = ''] = to.split(':');
  let state: 'whole' | 'cut' | 'held' | 'stalled' = 'whole';
  let rate = Number.POSITIVE_INFINITY;
  let late = 0;
  let said: Buffer[] = [];
  let lingering = 0;
  const sockets = new Set<net.Socket>();
  const nears = new Set<net.Socket>();
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };

  function carry(from: net.Socket, into: net.Socket, isUp: boolean): void {
    let turn = Promise.resolve();
    from.on('data', (bytes: Buffer) => {
      if (state === 'held') return;
      if (isUp && said.reduce((sum, { length }) => sum + length, 0) < KEPT_BYTES) said.push(bytes);
      const ms = (isUp ? late : 0) + (Number.isFinite(rate) ? (bytes.length / rate) * 1000 : 0);
      if (ms > 0) from.pause();
      turn = turn.then(async () => {
        if (ms > 0) await wait(ms);
        if (state !== 'stalled') from.resume();
        if (lingering > 0 && isUp && from.destroyed) await wait(lingering);
        if (!into.destroyed) into.write(bytes);
      });
    });
    from.on('close', () => {
      sockets.delete(from);
      nears.delete(from);
      // What is on its way arrives before the end does.
      void turn.then(async () => {
        if (isUp && lingering > 0) await wait(lingering);
        if (state !== 'held') into.destroy();
      });
    });
  }

  const server = net.createServer((near) => {
    if (state === 'cut') return void near.destroy();
    const far = net.connect(Number(port), host);
    said = [];
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
    }
    nears.add(near);
    carry(near, far, true);
    carry(far, near, false);
    if (state === 'stalled') for (const socket of [near, far]) socket.pause();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo(other) {
      [host = '', port = ''] = other.split(':');
    },
    cut() {
      state = 'cut';
      end();
    },
    hold() {
      state = 'held';
    },
    stall() {
      state = 'stalled';
      for (const socket of sockets) socket.pause();
    },
    delay(ms) {
      late = ms;
    },
    linger(ms) {
      lingering = ms;
      for (const near of nears) near.destroy();
    },
    slow(bytes) {
      rate = bytes;
    },
    async replay() {
      const again = [...said];
      const far = net.connect(Number(port), host);
      far.on('error', () => {});
      far.on('data', () => {});
      for (const bytes of again) if (!far.destroyed) far.write(bytes);
      await wait(300);
      far.destroy();
    },
    mend() {
      if (state === 'held') end();
      if (state === 'stalled') for (const socket of sockets) socket.resume();
      [state, rate, late, lingering] = ['whole', Number.POSITIVE_INFINITY, 0, 0];
    },
    close() {
      server.close();
      end();
    },
  };
}
