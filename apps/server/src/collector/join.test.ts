// A token works once, so nothing that this machine could have known may use it up.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { english } from '@belfry/domain/sentences/english';
import { expect, onTestFinished, test } from 'vitest';
import { makeKeys } from '../collect/keys.ts';
import { lockDataDir } from '../db/data-lock.ts';
import { tempDir } from '../db/testing/temp-store.ts';
import { createLogger } from '../lib/logger.ts';
import { newSiteId, newSiteToken } from '../sites/token.ts';
import { join } from './join.ts';
import { membershipIn, saveAssignment, saveMembership } from './membership.ts';

/** A server that lets everybody join. */
async function open() {
  let joined = 0;
  const server = createServer((_, response) => {
    joined++;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ site: newSiteId(), name: 'Bonn', isAccepted: true }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const attempt = async (dataDir: string, replace = false) => {
    const done = await join({ url, token: newSiteToken(newSiteId(), undefined), dataDir, replace });
    return done.ok ? 'joined' : english(done.error);
  };
  return { attempt, joined: () => joined };
}
const belongsToCologne = (dataDir: string) =>
  saveMembership(dataDir, { server: 'https://a.example', pin: '', site: 's1', name: 'Köln', keys: makeKeys() });

test('a folder that cannot be written is named, and the token is not used', async () => {
  const { attempt, joined } = await open();
  const file = path.join(tempDir(), 'file');
  writeFileSync(file, '');
  const dataDir = path.join(file, 'below');
  expect(await attempt(dataDir)).toContain(`The folder ${dataDir} cannot be written: ENOTDIR`);
  expect(joined()).toBe(0);
});

test('a collector that runs is not replaced below itself: it would go on with the keys that it has read', async () => {
  const { attempt, joined } = await open();
  const dataDir = tempDir();
  belongsToCologne(dataDir);
  const running = lockDataDir({ dataDir, now: Date.now, log: createLogger('silent') });
  expect(await attempt(dataDir, true)).toContain('Stop it first, then join.');
  expect([joined(), membershipIn(dataDir)?.name]).toEqual([0, 'Köln']);
  if (running.ok) running.value.release();
  expect(await attempt(dataDir, true)).toBe('joined');
  expect(membershipIn(dataDir)?.name).toBe('Bonn');
});

test('a folder that joins another site has nothing left of what it polled and said for the former one', async () => {
  const { attempt } = await open();
  const dataDir = tempDir();
  belongsToCologne(dataDir);
  saveAssignment(dataDir, []);
  writeFileSync(path.join(dataDir, 'status.json'), '{}');
  expect(await attempt(dataDir)).toContain('belongs to the site "Köln" already');
  expect(existsSync(path.join(dataDir, 'status.json'))).toBe(true);
  expect(await attempt(dataDir, true)).toBe('joined');
  const left = readdirSync(dataDir).filter((file) => !file.startsWith('lock.'));
  expect(left).toEqual(['collector.json']);
});
