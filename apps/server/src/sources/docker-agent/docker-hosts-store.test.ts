// The hosts on disk, in a real file.
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { tempStore } from '../../db/testing/temp-store.ts';
import { normalize } from './normalize.ts';
import { containerBody, report } from './testing/reports.ts';

async function database() {
  const { db, dockerHosts: store } = await tempStore();
  const all = async () => {
    const found = [];
    for await (const host of store.load()) found.push(host);
    return found;
  };
  return { db, store, all };
}
const host = (id: string) => normalize(report(), { id, at: 1000, agentVersion: '1.0.0' });

test('hosts come back as they were saved, with their owner and the time they were last seen, the first one first', async () => {
  const { store, all } = await database();
  const hostile = host(`a"]'); DROP TABLE docker_hosts; --`);
  await store.save(host('b'), 'token-1');
  await store.save(hostile, undefined);
  await store.seen(new Map([[hostile.id, 5000]]));
  expect(await all()).toEqual([
    { host: host('b'), owner: 'token-1', text: JSON.stringify(host('b')) },
    { host: { ...hostile, lastSeen: 5000 }, owner: undefined, text: JSON.stringify(hostile) },
  ]);
});

test('a removed host is deleted completely, and a later time of its last report is not saved', async () => {
  const { db, store, all } = await database();
  await store.save(host('a'), undefined);
  await store.seen(new Map([['a', 5000]]));
  await store.remove('a');
  await store.seen(new Map([['a', 6000]]));
  expect(await all()).toEqual([]);
  expect(db.prepare('SELECT count(*) AS n FROM docker_hosts_seen').get()).toEqual({ n: 0 });
});

test('an invalid row is reported, and does not affect the other rows', async () => {
  const { db, store, all } = await database();
  await store.save(host('good'), undefined);
  const insert = db.prepare('INSERT INTO docker_hosts (id, host) VALUES (?, ?)');
  insert.run('bad', Buffer.from('not compressed'));
  insert.run('bomb', deflateRawSync(Buffer.alloc(64 * 1024 * 1024)));
  expect(await all()).toMatchObject([{ host: { id: 'good' } }, { unreadable: 'bad' }, { unreadable: 'bomb' }]);
});

test('twenty containers take less than 4 KiB', async () => {
  const { db, store } = await database();
  const containers = Array.from({ length: 20 }, (_, i) =>
    containerBody(`${i}`.padStart(64, '0f1e2d3c'), { name: `service-${i}`, cpuPercent: i * 1.37 }),
  );
  await store.save(normalize(report({ containers }), { id: 'a', at: 0, agentVersion: '1.0.0' }), undefined);
  const { size } = db.prepare('SELECT length(host) AS size FROM docker_hosts').get() as { size: number };
  expect(size).toBeLessThan(4096);
});
