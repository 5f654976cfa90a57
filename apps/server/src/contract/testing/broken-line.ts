// A line between two programs that a test can cut, hold, and make slow: it passes on what arrives at its port.
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

export interface BrokenLine {
  /** `127.0.0.1:12345` */
  host: string;
  /** Both ends see that the line has ended, and nobody can open it again. */
  cut(): void;
  /** Another program listens there from now on. */
  leadTo(other: string): void;
  /** Nothing passes, and neither end is told. */
  hold(): void;
  /** All is well again, for lines that are opened from now on. What was held is lost. `rate`: bytes in a second upwards; no limit without it. */
  mend(rate?: number): void;
}

export async function brokenLine(to: string): Promise<BrokenLine> {
  let [host = '', port = ''] = to.split(':');
  const sockets = new Set<net.Socket>();
  let state: 'whole' | 'cut' | 'held' = 'whole';
  let rate = Number.POSITIVE_INFINITY;
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = net.createServer((near) => {
    const far = net.connect(Number(port), host);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(from);
          if (state !== 'held') into.destroy();
        });
      from.on('data', async (bytes: Buffer) => {
        if (state === 'held') return;
        if (from === near && Number.isFinite(rate)) {
          from.pause();
          await wait((bytes.length / rate) * 1000);
          from.resume();
        }
        if (!into.destroyed) into.write(bytes);
      });
    }
    if (state === 'cut') end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    end();
  });
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      state = 'cut';
      end();
    },
    leadTo(other) {
      [host = '', port = ''] = other.split(':');
    },
    hold() {
      state = 'held';
    },
    mend(bytes = Number.POSITIVE_INFINITY) {
      if (state === 'held') end();
      [state, rate] = ['whole', bytes];
    },
  };
}
