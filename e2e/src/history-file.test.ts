// The built product with a history of a newer version: it is refused and left as it is, every screen says so, and all else works.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { HistoryStatusReply } from '@belfry/schema/http/history';
import { expect, onTestFinished, test } from 'vitest';
import { type RunningProduct, startProduct } from './product.ts';

const REASON = 'was written by a newer Belfry';

test('a history of a newer version is refused by the worker of the product, which says so and leaves the file as it is', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'belfry-newer-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const start = async () => {
    const product = await startProduct({ BELFRY_DATA_DIR: dataDir, BELFRY_AUTH_DISABLED: 'true' });
    onTestFinished(async () => void (await product.stop()));
    return product;
  };
  const read = async ({ url }: RunningProduct, address: string) => (await fetch(`${url}/api/${address}`)).json();
  const status = async (product: RunningProduct) => HistoryStatusReply.parse(await read(product, 'history/status'));

  const file = path.join(dataDir, 'history.db');
  const first = await start();
  expect((await status(first)).problems).toEqual([]);
  await expect.poll(() => existsSync(file)).toBe(true);
  expect(await first.stop()).toBe(0);
  const db = new DatabaseSync(file);
  db.exec('PRAGMA user_version = 99');
  db.close();
  const before = readFileSync(file);

  const second = await start();
  await expect.poll(async () => (await status(second)).problems).toEqual([expect.stringContaining(REASON)]);
  const shown = async () => {
    const { serverProblems } = (await read(second, 'state')) as { serverProblems: Record<string, { message: string }> };
    return serverProblems.history?.message;
  };
  await expect.poll(shown).toEqual(expect.stringContaining(REASON));
  const asked = await fetch(`${second.url}/api/history?ids=belfry/belfry`);
  expect([asked.status, await asked.json()]).toEqual([
    503,
    expect.objectContaining({ error: expect.stringContaining(REASON) }),
  ]);
  expect(second.output()).toContain(REASON);
  expect(await second.stop()).toBe(0);
  expect(readFileSync(file).equals(before)).toBe(true);
});
