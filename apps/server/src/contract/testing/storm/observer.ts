// Who looks at a server during a storm: a program that reads the state again and again, and a browser. Both note what is older than
// what they were shown before.
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';

export interface Observer {
  /** The server is there now. */
  follow(host: string): void;
  /** What was wrong. */
  faults: string[];
  /** How often something was seen. */
  looks(): number;
  close(): Promise<void>;
}

interface Seen {
  nodes?: readonly { id: string; uptime?: number }[];
}

const LOOK_MS = 100;
const PATIENCE_MS = 3000;

export function startObserver(first: string): Observer {
  let host = first;
  let isOver = false;
  let looks = 0;
  const faults: string[] = [];

  /** Hosts of the lab are never booted, so their uptime only grows. */
  function watcher(who: string) {
    const newest = new Map<string, number>();
    return ({ nodes = [] }: Seen) => {
      looks++;
      for (const { id, uptime } of nodes) {
        const before = newest.get(id) ?? 0;
        if (uptime === undefined) continue;
        if (uptime < before) faults.push(`${who} was shown ${id} at ${uptime} s of uptime after ${before} s`);
        newest.set(id, Math.max(before, uptime));
      }
    };
  }

  async function read(): Promise<void> {
    const look = watcher('a reader of the state');
    for (; !isOver; await wait(LOOK_MS)) {
      try {
        const reply = await fetch(`http://${host}/api/state`, { signal: AbortSignal.timeout(PATIENCE_MS) });
        if (reply.ok) look((await reply.json()) as Seen);
      } catch {
        // A server that is stopped answers nothing, and that is no older state.
      }
    }
  }

  let socket: WebSocket | undefined;
  async function browse(): Promise<void> {
    const look = watcher('a browser');
    for (; !isOver; await wait(LOOK_MS)) {
      const own = new WebSocket(`ws://${host}/ws`, { handshakeTimeout: PATIENCE_MS });
      socket = own;
      own.on('message', (data) => {
        const { data: shown } = JSON.parse(String(data)) as { data?: Seen };
        if (shown?.nodes) look(shown);
      });
      await new Promise<void>((done) => {
        own.on('error', () => done());
        own.on('close', () => done());
      });
    }
  }
  const running = [read(), browse()];

  return {
    follow(other) {
      // Whoever leads a browser to another server ends its line to the one before.
      if (host !== other) socket?.terminate();
      host = other;
    },
    faults,
    looks: () => looks,
    async close() {
      isOver = true;
      socket?.terminate();
      await Promise.all(running);
    },
  };
}
