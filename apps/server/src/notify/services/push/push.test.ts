// A push service on a real socket. It decrypts as a browser does, with another implementation of the encryption.
import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createCertificate } from '@belfry/lab/certificate';
import { everything } from '@belfry/schema/notifications/everything';
import { PushPayload } from '@belfry/schema/notifications/push';
import { decrypt } from 'http_ece';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { tempStore } from '../../../db/testing/temp-store.ts';
import { systemClock } from '../../../lib/clock.ts';
import { createLogger } from '../../../lib/logger.ts';
import type { Notice } from '../../notice.ts';
import { createPushBrowsers } from '../../push/browsers.ts';
import { AT, alertWith, entryOf, noticeOf } from '../../testing/notices.ts';
import { everythingAllowed, trust } from '../../testing/outgoing.ts';
import { type PushSettings, pushService } from './push.ts';

interface Received {
  headers: IncomingHttpHeaders;
  url: string | undefined;
  payload: PushPayload;
}

const networks = { includes: (address: string) => address === '127.0.0.1' };
const { problemOfPublicUrl } = everythingAllowed();
const standing = { standingOf: () => 'heard' as const, isSignedIn: () => true };
const onDefect = (error: unknown) => {
  throw error;
};
const USER = { name: 'ann', owner: 'password:ann' };

async function browser() {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const authSecret = randomBytes(16);
  const { cert, key } = await createCertificate('push', '127.0.0.1');
  trust(cert);
  const received: Received[] = [];
  const answer = { status: 201, headers: {} as Record<string, string>, body: '' };
  const server = createServer({ cert, key }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const plain = decrypt(Buffer.concat(chunks), { version: 'aes128gcm', privateKey: ecdh, authSecret });
    const { headers, url } = request;
    received.push({ headers, url, payload: PushPayload.parse(JSON.parse(plain.toString())) });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const store = await tempStore();
  const browsers = createPushBrowsers({
    store,
    clock: systemClock,
    standing,
    onDefect,
    networks,
    problemOfPublicUrl,
  });
  const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: authSecret.toString('base64url') };
  const settings = { name: 'Phone', enabled: true, resolutions: true, routing: everything, language: 'en' } as const;
  const add = () => browsers.add({ endpoint: `${origin}/send/secret-1`, keys, ...settings }, USER);
  await add();

  const deps = { ...everythingAllowed(), clock: systemClock, log: createLogger('silent') };
  async function send(notice: Notice, publicUrl = '') {
    const [destination] = browsers.list();
    const sender = await pushService.open(destination?.settings as PushSettings, deps);
    return sender.send({ key: 'delivery-1', notice, publicUrl, threads: {} }, new AbortController().signal);
  }
  return { store, browsers, add, received, answer, origin, send };
}

const critical = entryOf(alertWith({ level: 'critical', resourceName: 'Wäsche <b>& Söhne' }));

test('a browser can decrypt what it receives, and the end of an alert takes the place of its start', async () => {
  const { send, received } = await browser();
  expect(await send(noticeOf([critical]))).toEqual({ ok: true, status: 201, words: 'HTTP 201' });
  await send(noticeOf([{ ...critical, resolvedAt: AT, reason: 'recovered' }], { kind: 'resolved' }));
  const [raised, resolved] = received;
  expect(raised?.payload).toMatchObject({
    title: 'Critical: Wäsche <b>& Söhne – CPU usage',
    level: 'critical',
    tag: 'occurrence-1',
    path: `/alerts/overview#${encodeURIComponent(critical.alert.id)}`,
  });
  expect(resolved?.payload).toMatchObject({
    kind: 'resolved',
    tag: 'occurrence-1',
    path: '/alerts/history#occurrence-1',
  });
  expect([raised, resolved].map((one) => one?.headers.urgency)).toEqual(['high', 'normal']);
  expect(raised?.headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm' });
});

test('the push service can check who sends: the token is signed with the key with which browsers subscribe', async () => {
  const { send, received, browsers, origin } = await browser();
  await send(noticeOf([critical]), 'https://belfry.example');
  const [, token = '', publicKey = ''] =
    /^vapid t=([^,]+), k=(.+)$/.exec(received[0]?.headers.authorization ?? '') ?? [];
  expect(publicKey).toBe(await browsers.publicKey());
  const [head, claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
  const signed = Buffer.from(`${head}.${claims}`);
  expect(verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))).toBe(true);
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    aud: origin,
    sub: 'https://belfry.example',
  });
});

test('sixty alerts with long names fit into one message', async () => {
  const { send, received } = await browser();
  const long = '👩‍🚒'.repeat(400);
  const alerts = Array.from({ length: 60 }, (_, i) => entryOf(alertWith({ resourceName: `${i}${long}` })));
  expect(await send(noticeOf(alerts))).toMatchObject({ ok: true });
  expect(received[0]?.payload.body.endsWith('…')).toBe(true);
});

test.for([404, 410])('a subscription that the browser has ended is removed: status %i', async (status) => {
  const { send, answer, browsers, store } = await browser();
  answer.status = status;
  expect(await send(noticeOf([critical]))).toMatchObject({ ok: false, status, refused: true });
  expect([browsers.all(), browsers.list(), store.secrets.read('push').values.size]).toEqual([[], [], 0]);
});

test.for([301, 303, 307])('a redirect of a push service is not followed: status %i', async (status) => {
  const { send, answer, origin, received } = await browser();
  Object.assign(answer, { status, headers: { location: `${origin}/elsewhere` } });
  expect(await send(noticeOf([critical]))).toMatchObject({ ok: false, status });
  expect(received.map(({ url }) => url)).toEqual(['/send/secret-1']);
});

test('a push service in a network that nobody named is not called, whatever else is allowed', async () => {
  const { browsers, received, send } = await browser();
  const settings = browsers.list()[0]?.settings as PushSettings;
  const deps = { ...everythingAllowed(), clock: systemClock, log: createLogger('silent') };
  const sender = await pushService.open({ ...settings, networks: { includes: () => false } }, deps);
  const message = { key: 'delivery-1', notice: noticeOf([critical]), publicUrl: '', threads: {} };
  expect(await sender.send(message, new AbortController().signal)).toMatchObject({ ok: false });
  expect([received.length, (await send(noticeOf([critical]))).ok]).toEqual([0, true]);
});

test('an answer that no push service gives is no success', async () => {
  const { send, answer } = await browser();
  answer.status = 200;
  expect(await send(noticeOf([critical]))).toMatchObject({
    ok: false,
    words: expect.stringContaining('confirms a message with HTTP 201'),
  });
  answer.body = '<!doctype html><title>Sign in</title>';
  expect(await send(noticeOf([critical]))).toMatchObject({
    ok: false,
    words: expect.stringContaining('web page ("Sign in")'),
  });
  answer.body = '{"id":"x","event":"message"}';
  expect(await send(noticeOf([critical]))).toMatchObject({ ok: true });
});

test('a push service that has no time now says when to try again', async () => {
  const { send, answer } = await browser();
  Object.assign(answer, { status: 429, headers: { 'retry-after': '90' } });
  expect(await send(noticeOf([critical]))).toMatchObject({ ok: false, status: 429, retryAfterMs: 90_000 });
});

test('a browser that subscribes again replaces its subscription, and its settings survive a restart', async () => {
  const { add, browsers, store } = await browser();
  const [before] = browsers.all();
  await add();
  const after = { ...before, confirmedAt: expect.any(Number), seenAt: expect.any(Number) };
  expect(browsers.all()).toEqual([after]);
  expect(
    createPushBrowsers({ store, clock: systemClock, standing, onDefect, networks, problemOfPublicUrl }).all(),
  ).toEqual([after]);
  expect(
    createPushBrowsers({ store, clock: systemClock, standing, onDefect, networks, problemOfPublicUrl }).list()[0],
  ).toMatchObject({
    id: `push:${before?.id}`,
    channel: 'push',
  });
});

test('neither the address nor the keys of a subscription are stored readable', async () => {
  const { store } = await browser();
  expect(JSON.stringify(store.settings.get('notify/push', z.unknown()))).not.toContain('secret-1');
});
