// The question about the past through the whole server, while its history is in trouble: nobody else notices.
import { NodeConfig } from '@belfry/schema/config/node';
import { getNoise } from '@belfry/schema/http/noise';
import { expect, test } from 'vitest';
import { type HistoryStore, HistoryUnavailable } from '../history/history-store.ts';
import { createMemoryHistory } from '../history/testing/memory-history.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { START_MS } from './testing/pve-answers.ts';
import { startPveHost } from './testing/pve-host.ts';
import { wholeApp } from './testing/whole-app.ts';

async function watched(series: HistoryStore['series']) {
  const clock = fakeClock(START_MS);
  const host = await startPveHost(clock);
  const token = { tokenName: 'a@pve!b', tokenValue: 'c' };
  const config = NodeConfig.parse({ type: 'pve', name: 'home', host: host.origin, verifySSL: false, ...token });
  const history = { ...createMemoryHistory(clock.now), series };
  const app = await wholeApp({ env: { BELFRY_AUTH_DISABLED: 'true' }, more: { nodes: [config] }, clock, history });
  await host.pass(60);
  return { app, clock, ask: () => app.call('POST', '/api/alerts/backtest', { body: {} }) };
}

test('a caller that leaves ends its question, and the next one has its turn although the history hangs', async () => {
  let [hangs, asked] = [true, 0];
  const { app } = await watched(() => {
    asked++;
    return hangs ? new Promise(() => {}) : Promise.resolve([]);
  });
  const leaving = new AbortController();
  const url = `http://${app.host}/api/alerts/backtest`;
  const headers = { 'content-type': 'application/json' };
  // All that one caller may ask at a time.
  const left = [1, 2].map(() =>
    fetch(url, { method: 'POST', headers, body: '{}', signal: leaving.signal }).catch(({ name }: Error) => name),
  );
  await expect.poll(() => asked).toBe(2);
  expect((await app.call('GET', '/api/state')).status).toBe(200);
  hangs = false;
  // From the same address, so that it waits for a turn.
  const next = app.call('POST', '/api/alerts/backtest', { body: {}, from: '127.0.0.1' });
  leaving.abort();
  expect(await Promise.all(left)).toEqual(['AbortError', 'AbortError']);
  expect(await next).toMatchObject({ status: 200, json: { figures: expect.any(Number) } });
});

test('a history that fails is said in a sentence, and the next question is answered', async () => {
  let fails = true;
  const { app, ask } = await watched(async () => {
    if (fails) throw new HistoryUnavailable('The history does not answer: Error: a fault of the test');
    return [];
  });
  expect(await ask()).toMatchObject({ status: 503, json: { error: expect.stringContaining('a fault of the test') } });
  expect((await app.call('GET', '/api/state')).status).toBe(200);
  fails = false;
  expect((await ask()).status).toBe(200);
});

test('the noise report answers while the history fails, and a day or an order that does not exist is refused', async () => {
  const { app } = await watched(async () => {
    throw new HistoryUnavailable('a fault of the test');
  });
  const reply = await app.call('GET', '/api/alerts/noise');
  expect(reply.status).toBe(200);
  expect(reply.read(getNoise.reply)).toMatchObject({ stepMs: 600_000, alerts: [] });
  for (const wrong of ['days=0', 'days=91', 'days=x', 'order=loud', 'timeZone=Nowhere/Here'])
    expect((await app.call('GET', `/api/alerts/noise?${wrong}`)).status).toBe(400);
});
