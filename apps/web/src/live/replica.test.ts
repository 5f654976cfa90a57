import { emptyState } from '@belfry/domain/delta/empty-state';
import { byId } from '@belfry/domain/ids';
import { aGuest } from '@belfry/domain/testing/guest';
import type { Instance } from '@belfry/schema/entities/instance';
import type { Up } from '@belfry/schema/messages/up';
import { expect, onTestFinished, test, vi } from 'vitest';
import { timeNow } from '../lib/now.ts';
import type { Message } from './message.ts';
import { createLiveStore } from './replica.ts';
import type { SocketOptions } from './socket.ts';

function store() {
  const said: Up['type'][] = [];
  let far: SocketOptions | undefined;
  const live = createLiveStore((options) => {
    far = options;
    return { start() {}, send: ({ type }) => void said.push(type), reconnect() {}, close() {} };
  });
  const { pbsBackups, backupTasks, storageBackups, guestSnapshots, ...data } = emptyState;
  return {
    live,
    said,
    hear: (message: Message) => far?.onMessage(message),
    snapshot: (revision: number) => far?.onMessage({ type: 'snapshot', revision, data }),
    lose: () => far?.onConnection({ state: 'reconnecting', retryAt: null }),
  };
}

test('archives are requested once a screen needs them, and again with every snapshot after that', () => {
  const { live, said, snapshot, lose } = store();
  snapshot(1);
  expect(said).toEqual([]);
  live.wantArchives();
  live.wantArchives();
  expect(said).toEqual(['requestArchives']);
  lose();
  snapshot(7);
  expect(said).toEqual(['requestArchives', 'requestArchives']);
});

test('archives that are needed before there is a snapshot are requested with the first one', () => {
  const { live, said, snapshot } = store();
  live.wantArchives();
  expect(said).toEqual([]);
  snapshot(1);
  expect(said).toEqual(['requestArchives']);
});

test('a listener that throws does not keep the others from the message, and the error is passed on', () => {
  const { live, snapshot } = store();
  const seen: (number | null)[] = [];
  live.subscribe(() => {
    throw new Error('our mistake');
  });
  live.subscribe(() => seen.push(live.get().revision));
  expect(() => snapshot(1)).toThrow('our mistake');
  expect([seen, live.get().revision]).toEqual([[1], 1]);
});

test('the deltas that come with an older snapshot do not make the clock of this browser a wrong one; what the server says at the start does', () => {
  const { hear, snapshot } = store();
  const before = Date.now() - 240_000;
  const ahead = () => Math.round((Date.now() - timeNow()) / 60_000);
  hear({ type: 'welcome', data: { message: '', timestamp: Math.floor(Date.now() / 1000) } });
  snapshot(1);
  hear({ type: 'delta', base: 1, revision: 2, data: { lastUpdate: before } });
  expect(ahead()).toBe(0);
  hear({ type: 'welcome', data: { message: '', timestamp: Math.floor(before / 1000) } });
  expect(ahead()).toBe(4);
  hear({ type: 'ping', data: { timestamp: Math.floor(Date.now() / 1000) } });
  expect(ahead()).toBe(0);
});

test('a large estate asks for what it shows, a small one or one cluster never does', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const guests = (count: number, clusters: number) =>
    Array.from({ length: count }, (_, vmid) => aGuest({ instance: `c${vmid % clusters}`, vmid }));
  const instances = (count: number) =>
    Array.from(
      { length: count },
      (_, n): Instance => ({
        ...{ id: `c${n}`, kind: 'pve', name: `c${n}`, host: `https://c${n}.lan:8006` },
        ...{ health: 'healthy', dropped: 0, endpoints: [] },
      }),
    );
  const asked = async (count: number, clusters: number, later = false) => {
    const { live, said, hear } = store();
    live.show('c0');
    const vms = guests(count, clusters).sort(byId);
    const data = { ...emptyState, vms: later ? [] : vms, instances: instances(clusters) };
    hear({ type: 'snapshot', revision: 1, data });
    const changes = { lastUpdate: 2, ...(later && { vms: { put: vms } }) };
    hear({ type: 'delta', base: 1, revision: 2, data: changes });
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(5000);
    return said.includes('view');
  };
  expect(await asked(1001, 2)).toBe(true);
  expect(await asked(1001, 2, true)).toBe(true);
  expect(await asked(1000, 2)).toBe(false);
  expect(await asked(3000, 1)).toBe(false);
});
