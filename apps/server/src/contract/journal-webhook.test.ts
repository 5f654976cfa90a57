// The webhook of changes through the whole server: it is an ordinary webhook in the settings, and a receiver that hangs costs nobody anything.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { JournalEntry } from '@belfry/schema/journal/entry';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { configuredApp } from './testing/whole-app.ts';

const Posted = z.object({ id: z.string(), test: z.boolean().optional(), entries: z.array(JournalEntry) });
const SECRET = 'CANARY-77aa';

async function receiver() {
  const posted: z.infer<typeof Posted>[] = [];
  const raw: string[] = [];
  const open = new Set<ServerResponse>();
  let isHanging = false;
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      raw.push(text);
      posted.push(Posted.parse(JSON.parse(text)));
      if (isHanging) open.add(response);
      else response.end('{}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    ...{ posted, raw, open, url: `http://127.0.0.1:${port}` },
    hang() {
      isHanging = true;
    },
  };
}

test('changes are posted as the journal has them, without secrets; while one receiver hangs, everything else goes on', async () => {
  const [good, bad] = [await receiver(), await receiver()];
  const app = await configuredApp({ env: { BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8' } });
  const send = async (method: string, url: string, body?: object) => {
    const answer = await app.call(method, url, { headers: { 'x-api-token': app.token }, ...(body && { body }) });
    expect([method, url, answer.text, answer.status < 300]).toEqual([method, url, answer.text, true]);
    return answer;
  };
  const hook = (name: string, url: string, service = 'journal') => ({
    ...{ name, url, service, method: 'POST', headers: { Authorization: `Bearer ${SECRET}` }, customFields: {} },
  });
  const trial = await send('POST', '/api/notifications/webhooks/test', hook('good', `${good.url}/test`));
  expect(trial.json).toMatchObject({ success: true, status: 200 });
  expect(good.posted).toMatchObject([{ test: true, entries: [{ kind: 'guest' }] }]);
  const preview = await send('POST', '/api/notifications/webhooks/preview', {
    ...hook('good', good.url),
    template: '',
  });
  expect(preview.text).toContain('example-100');
  good.posted.length = 0;

  bad.hang();
  const added = await send('POST', '/api/notifications/webhooks', hook('good', `${good.url}/in`));
  expect(added.text).not.toContain(SECRET);
  await send('POST', '/api/notifications/webhooks', hook('bad', bad.url));
  await send('POST', '/api/notifications/webhooks', hook('alerts', `${good.url}/alerts`, 'generic'));
  // each begins with the next entry after it was added
  await expect
    .poll(() => app.store.settings.get('notify/changes', z.record(z.string(), z.number())) ?? {})
    .toSatisfy((places: object) => Object.keys(places).length === 2);
  const host = 'https://127.0.0.1:1';
  await send('POST', '/api/config/nodes', { type: 'pve', name: 'n1', host, tokenName: 'm@pve!t', tokenValue: SECRET });
  await expect.poll(() => bad.open.size).toBeGreaterThan(0);
  const resources = () => good.posted.flatMap(({ entries }) => entries.map(({ resource }) => resource));
  await expect.poll(resources).toContain('belfry/instances/n1');
  await send('POST', '/api/config/nodes', {
    type: 'pve',
    name: 'n2',
    host: 'https://127.0.0.1:2',
    tokenName: 'm@pve!t',
    tokenValue: SECRET,
  });
  await expect.poll(resources).toContain('belfry/instances/n2');
  expect(bad.open.size).toBe(1);

  const listed = z
    .object({ entries: z.array(JournalEntry) })
    .parse((await send('GET', '/api/journal?limit=1000')).json);
  const sent = good.posted.flatMap(({ entries }) => entries);
  expect(sent.map(({ id }) => Number(id))).toEqual(sent.map(({ id }) => Number(id)).toSorted((a, b) => a - b));
  for (const entry of sent) expect(listed.entries).toContainEqual(entry);
  expect([...good.raw, ...bad.raw].join('\n')).not.toContain(SECRET);
  // it is no destination of alerts
  await expect(send('GET', '/api/health')).resolves.toBeDefined();
  const stopped = Date.now();
  await app.stop();
  expect(Date.now() - stopped).toBeLessThan(30_000);
}, 120_000);
