// The browser's copy of the server's state: one store, fed by one socket, read by every screen.
import { noteServerTime, timeNow } from '../lib/now.ts';
import type { createAsking } from './asking.ts';
import type { Message } from './message.ts';
import { disconnected, emptyReplica, type Replica, reduce } from './reduce.ts';
import { type ConnectionState, createSocket, type Socket, type SocketOptions } from './socket.ts';

export interface Live extends Replica {
  connection: ConnectionState;
}

/** With fewer guests a browser gets everything. */
const MANY_GUESTS = 1000;

const isLarge = ({ state }: Replica): boolean =>
  state !== null &&
  state.vms.length + state.containers.length > MANY_GUESTS &&
  state.instances.filter(({ kind }) => kind === 'pve').length > 1;

export interface LiveStore {
  get(): Live;
  subscribe(listener: () => void): () => void;
  /** Messages without state: registrations, scans, progress. */
  onEvent(listener: (message: Message) => void): () => void;
  /** Opens the socket. Only signed-in users have one. */
  start(): void;
  /** From now on the archives are loaded and kept too. */
  wantArchives(): void;
  /** The readings of guests of this instance, or of `ALL`, are on the screen until the returned function is called. */
  show(instance: string): () => void;
  reconnect(): void;
  close(): void;
}

export function createLiveStore(connect: (options: SocketOptions) => Socket = createSocket): LiveStore {
  let live: Live = { ...emptyReplica, connection: { state: 'connecting' } };
  const listeners = new Set<() => void>();
  const eventListeners = new Set<(message: Message) => void>();
  let wanted = false;
  const shown = new Map<string, number>();
  let asking: ReturnType<typeof createAsking> | 'loading' | undefined;
  const put = (next: Live) => {
    live = next;
    tell(listeners, (listener) => listener());
  };

  const socket = connect({
    onConnection(connection) {
      put({ ...live, ...(connection.state !== 'connected' && disconnected(live)), connection });
      if (connection.state === 'connected' && typeof asking === 'object') asking.begin();
    },
    onMessage(message) {
      // not the time of a delta: a snapshot comes with the deltas since it was made, and the first may be minutes old
      if (message.type === 'welcome' || message.type === 'ping') noteServerTime(message.data.timestamp * 1000);
      const { replica, resync } = reduce(live, message, timeNow());
      if (resync) socket.send({ type: 'resync' });
      if (wanted && message.type === 'snapshot') socket.send({ type: 'requestArchives' });
      // guests may come later: a server that has just started knows none
      if (asking === undefined && isLarge(replica)) void startAsking();
      if (replica !== live) put({ ...live, ...replica });
      else tell(eventListeners, (listener) => listener(message));
    },
  });

  /** Without the code, which may not load, everything stays in view. */
  const startAsking = async () => {
    asking = 'loading';
    const { createAsking } = await import('./asking.ts').catch(() => ({ createAsking: undefined }));
    if (!createAsking) return;
    asking = createAsking(shown, socket.send);
    asking.begin();
  };
  const count = (instance: string, by: 1 | -1) => {
    shown.set(instance, (shown.get(instance) ?? 0) + by);
    if (typeof asking === 'object') asking.changed();
  };

  /** All of them, also after one that throws. The first error is thrown at the end: what it stands for was not applied. */
  function tell<T>(set: ReadonlySet<T>, call: (listener: T) => void): void {
    const errors: unknown[] = [];
    for (const listener of set)
      try {
        call(listener);
      } catch (error) {
        errors.push(error);
      }
    if (errors.length > 0) throw errors[0];
  }
  const listen = <T>(set: Set<T>, listener: T) => {
    set.add(listener);
    return () => void set.delete(listener);
  };
  return {
    get: () => live,
    subscribe: (listener) => listen(listeners, listener),
    onEvent: (listener) => listen(eventListeners, listener),
    start: socket.start,
    wantArchives() {
      if (!wanted && live.revision !== null) socket.send({ type: 'requestArchives' });
      wanted = true;
    },
    show(instance) {
      count(instance, 1);
      return () => count(instance, -1);
    },
    reconnect: socket.reconnect,
    close: socket.close,
  };
}
