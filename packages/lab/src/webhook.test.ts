import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { startLab } from './datacentre.ts';
import { sendWebhook } from './webhook.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

test('when a backup ends, the webhook of its cluster is called with the secret and the fields in their places', async () => {
  const heard: { authorization: string | undefined; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      heard.push({ authorization: request.headers.authorization, body });
      response.writeHead(202).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const lab = await startLab({ nodes: 1, guests: 5, authDelayMs: 0 });
  const [instance] = lab.instances;
  const name = instance?.name ?? '';
  lab.addWebhook(name, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`,
    header: [`name=Authorization,value=${base64('Bearer {{ secrets.token }}')}`],
    secret: [`name=token,value=${base64('s3cret')}`],
    body: base64('{"type":"{{#if fields.type}}{{ escape fields.type }}{{/if}}"}'),
  });
  const [guest] = lab.guests(name);
  expect(await lab.backUp(name, guest?.vmid ?? 0)).toEqual([202]);
  expect(heard).toEqual([{ authorization: 'Bearer s3cret', body: '{"type":"vzdump"}' }]);
  await lab.stop();
  server.close();
});

test('a test of the host has no fields: a body that escapes one without a condition is refused, as on a real host', async () => {
  const webhook = {
    url: 'http://127.0.0.1:9/',
    header: [],
    secret: [],
    body: base64('{"type":"{{ escape fields.type }}"}'),
  };
  await expect(sendWebhook(webhook, {})).rejects.toThrow('param at index 0 required');
});
