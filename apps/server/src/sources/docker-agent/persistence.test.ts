// Few writes go to disk, and all needed data is saved.
import type { DockerHost } from '@belfry/schema/entities/docker';
import { expect, test } from 'vitest';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { normalize } from './normalize.ts';
import { createPersistence } from './persistence.ts';
import { containerBody, report, type Said } from './testing/reports.ts';

function disk() {
  const clock = fakeClock();
  const writes: string[] = [];
  const lines: string[] = [];
  let broken = false;
  const write = async (what: string) => {
    if (broken) throw new Error('disk full');
    writes.push(what);
  };
  const persistence = createPersistence({
    store: {
      async *load() {},
      save: (host: DockerHost) => write(`save ${host.id}`),
      seen: (lastSeen) => write(`seen ${[...lastSeen].flat().join(' ')}`),
      remove: (id) => write(`remove ${id}`),
    },
    clock,
    log: createLogger('info', (line) => lines.push(line)),
  });
  const heard = (said: Said = {}, id = 'a', owner?: string) =>
    persistence.heard(normalize(report(said), { id, at: clock.now(), agentVersion: '1.0.0' }), owner);
  return { clock, writes, lines, heard, persistence, fail: (now: boolean) => (broken = now) };
}
const busy = (n: number): Said => ({ containers: [containerBody('a', { cpuPercent: n, status: `Up ${n} minutes` })] });

test('an hour of reports that differ only in load causes one save, and sixty writes of the time of the last report', async () => {
  const { clock, writes, heard, persistence } = disk();
  persistence.start();
  for (let i = 0; i < 120; i++) {
    heard(busy(i));
    await clock.advance(30_000);
  }
  expect(writes.filter((write) => write.startsWith('save'))).toEqual(['save a']);
  expect(writes.filter((write) => write.startsWith('seen'))).toHaveLength(60);
});

test('a change of the containers is saved, at most every five minutes for each host', async () => {
  const { clock, writes, heard } = disk();
  for (let i = 0; i <= 20; i++) {
    heard({ containers: [containerBody('a', { state: i % 2 === 0 ? 'running' : 'exited', restartCount: i })] });
    heard({}, 'b');
    await clock.advance(30_000);
  }
  expect(writes).toEqual(['save a', 'save b', 'save a', 'save a']);
});

test('when the server stops, the times of the last minute are written', async () => {
  const { writes, heard, persistence } = disk();
  const stop = persistence.start();
  heard();
  await stop();
  expect(writes).toEqual(['save a', 'seen a 0']);
});

test('a failing disk loses no report and causes two log lines, and the missing data is written later', async () => {
  const { clock, writes, lines, heard, fail, persistence } = disk();
  const stop = persistence.start();
  fail(true);
  for (let i = 0; i < 5; i++) heard();
  await clock.advance(0);
  fail(false);
  heard();
  await stop();
  expect(writes).toEqual(['save a', 'seen a 0']);
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    'Docker hosts cannot be saved',
    'Docker hosts are saved again',
  ]);
});

test('a change of owner is saved like any other change', async () => {
  const { clock, writes, heard } = disk();
  heard({}, 'a', 'token-1');
  await clock.advance(300_000);
  heard({}, 'a', 'token-2');
  expect(writes).toEqual(['save a', 'save a']);
});

test('a clock that is set back by a day does not delay a save by a day', async () => {
  const { clock, writes, heard } = disk();
  heard();
  clock.step(-86_400_000);
  await clock.advance(300_000);
  heard({ host: { dockerVersion: '30' } });
  expect(writes).toEqual(['save a', 'save a']);
});

test('a host whose removal from the disk failed is removed later, unless it reported again', async () => {
  const { clock, writes, heard, fail, persistence } = disk();
  persistence.start();
  heard({}, 'a');
  heard({}, 'b');
  await clock.advance(0);
  fail(true);
  await persistence.remove('a');
  await persistence.remove('b');
  fail(false);
  heard({}, 'b');
  await clock.advance(60_000);
  expect(writes).toEqual(['save a', 'save b', 'save b', 'remove a', 'seen b 0']);
});
