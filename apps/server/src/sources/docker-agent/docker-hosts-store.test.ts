// The hosts on disk, in a real file.
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { tempStore } from '../../db/testing/temp-store.ts';
import { createDockerHostsStore } from './docker-hosts-store.ts';
import { normalize } from './normalize.ts';
import { sizeOf } from './quota.ts';
import { containerBody, report } from './testing/reports.ts';

function database() {
  const { db } = tempStore();
  return { db, store: createDockerHostsStore(db) };
}
const host = (id: string) => normalize(report(), { id, at: 1000, agentVersion: '1.0.0' });

test('hosts come back as they were saved, with their owner and the time they were last seen, the first one first', () => {
  const { store } = database();
  const hostile = host(`a"]'); DROP TABLE docker_hosts; --`);
  store.save(host('b'), 'token-1');
  store.save(hostile, undefined);
  store.seen(new Map([[hostile.id, 5000]]));
  expect([...store.load()]).toEqual([
    { host: host('b'), owner: 'token-1', size: sizeOf(host('b')) },
    { host: { ...hostile, lastSeen: 5000 }, owner: undefined, size: sizeOf(hostile) },
  ]);
});

test('a host that is removed leaves nothing behind, and is not seen any more', () => {
  const { db, store } = database();
  store.save(host('a'), undefined);
  store.seen(new Map([['a', 5000]]));
  store.remove('a');
  store.seen(new Map([['a', 6000]]));
  expect([...store.load()]).toEqual([]);
  expect(db.prepare('SELECT count(*) AS n FROM docker_hosts_seen').get()).toEqual({ n: 0 });
});

test('a row that is no host is told, and costs no other', () => {
  const { db, store } = database();
  store.save(host('good'), undefined);
  const insert = db.prepare('INSERT INTO docker_hosts (id, host) VALUES (?, ?)');
  insert.run('bad', Buffer.from('not compressed'));
  insert.run('bomb', deflateRawSync(Buffer.alloc(64 * 1024 * 1024)));
  expect([...store.load()]).toMatchObject([{ host: { id: 'good' } }, { unreadable: 'bad' }, { unreadable: 'bomb' }]);
});

test('twenty containers take less than 4 KiB', () => {
  const { db, store } = database();
  const containers = Array.from({ length: 20 }, (_, i) =>
    containerBody(`${i}`.padStart(64, '0f1e2d3c'), { name: `service-${i}`, cpuPercent: i * 1.37 }),
  );
  store.save(normalize(report({ containers }), { id: 'a', at: 0, agentVersion: '1.0.0' }), undefined);
  const { size } = db.prepare('SELECT length(host) AS size FROM docker_hosts').get() as { size: number };
  expect(size).toBeLessThan(4096);
});
