// The hosts on disk, in a real file.
import { expect, test } from 'vitest';
import { tempStore } from '../../db/testing/temp-store.ts';
import { createDockerHostsStore } from './docker-hosts-store.ts';
import { normalize } from './normalize.ts';
import { containerBody, report } from './testing/reports.ts';

function database() {
  const { db } = tempStore();
  return { db, store: createDockerHostsStore(db) };
}
const host = (id: string) => normalize(report(), { id, at: 1000, agentVersion: '1.0.0' });

test('a host comes back as it was saved, with the time it was last seen', () => {
  const { store } = database();
  const hostile = host(`a"]'); DROP TABLE docker_hosts; --`);
  store.save(host('b'));
  store.save(hostile);
  store.seen(new Map([[hostile.id, 5000]]));
  expect(store.load()).toEqual({ hosts: [{ ...hostile, lastSeen: 5000 }, host('b')], unreadable: [] });
});

test('a host that is removed leaves nothing behind, and is not seen any more', () => {
  const { db, store } = database();
  store.save(host('a'));
  store.seen(new Map([['a', 5000]]));
  store.remove('a');
  store.seen(new Map([['a', 6000]]));
  expect(store.load().hosts).toEqual([]);
  expect(db.prepare('SELECT count(*) AS n FROM docker_hosts_seen').get()).toEqual({ n: 0 });
});

test('a row that is no host is told, and costs no other', () => {
  const { db, store } = database();
  store.save(host('good'));
  db.prepare('INSERT INTO docker_hosts VALUES (?, ?)').run('bad', Buffer.from('not compressed'));
  expect(store.load()).toEqual({ hosts: [host('good')], unreadable: ['bad'] });
});

test('twenty containers take less than 4 KiB', () => {
  const { db, store } = database();
  const containers = Array.from({ length: 20 }, (_, i) =>
    containerBody(`${i}`.padStart(64, '0f1e2d3c'), { name: `service-${i}`, cpuPercent: i * 1.37 }),
  );
  store.save(normalize(report({ containers }), { id: 'a', at: 0, agentVersion: '1.0.0' }));
  const { size } = db.prepare('SELECT length(host) AS size FROM docker_hosts').get() as { size: number };
  expect(size).toBeLessThan(4096);
});
