import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import { parseNetworks } from '../lib/networks.ts';
import { createOutgoing } from '../lib/outgoing/outgoing.ts';
import { createHeartbeat, troubleOf } from './heartbeat.ts';

const MINUTE = 60_000;

async function beating() {
  const calls: string[] = [];
  const answer = { status: 200, body: '' };
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    response.writeHead(answer.status).end(answer.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const networks = parseNetworks('127.0.0.1');
  if (!networks.ok) throw new Error(networks.error);
  const clock = fakeClock();
  const lines: string[] = [];
  const { request } = createOutgoing({ allowPrivate: () => true, named: networks.value, clock });
  const settings = { enabled: true, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ping/secret` };
  const now: { trouble: string | undefined } = { trouble: undefined };
  const log = createLogger('info', (line) => lines.push(line));
  const deps = { settings: () => settings, trouble: () => now.trouble, request, clock, log };
  const heartbeat = createHeartbeat(deps);
  const { stop } = heartbeat;
  heartbeat.start();
  onTestFinished(stop);
  const minute = async (count: number) => {
    await clock.advance(MINUTE);
    await vi.waitFor(() => expect(calls).toHaveLength(count));
  };
  return { heartbeat, calls, answer, settings, now, lines, clock, stop, minute };
}

test('the address is called every minute while all is well, and not while Belfry has trouble or it is switched off', async () => {
  const { calls, settings, now, clock, stop, minute } = await beating();
  await minute(1);
  await minute(2);
  now.trouble = 'No instance answers.';
  await clock.advance(5 * MINUTE);
  now.trouble = undefined;
  await minute(3);
  settings.enabled = false;
  await clock.advance(MINUTE);
  settings.enabled = true;
  await minute(4);
  stop();
  await clock.advance(5 * MINUTE);
  expect(calls).toEqual(Array(4).fill('GET /ping/secret'));
});

test('the log says once that the heartbeat is not sent and once that it is sent again, without the secret of its address', async () => {
  const { answer, lines, now, clock, minute } = await beating();
  await minute(1);
  answer.status = 500;
  await minute(2);
  await minute(3);
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  answer.status = 204;
  await minute(4);
  await vi.waitFor(() => expect(lines).toHaveLength(2));
  now.trouble = 'No instance answers.';
  await clock.advance(3 * MINUTE);
  expect(lines.map((line) => JSON.parse(line).problem ?? JSON.parse(line).msg)).toEqual([
    'The service answered HTTP 500.',
    'the heartbeat is sent again',
    'No instance answers.',
  ]);
  expect(lines.join('')).not.toContain('secret');
});

test('a page of a sign-in in front of the service is no answer to a heartbeat', async () => {
  const { heartbeat, answer, minute } = await beating();
  answer.body = '<!doctype html><title>Sign in</title>';
  await minute(1);
  await vi.waitFor(() => expect(heartbeat.state().problem).toMatch(/web page \("Sign in"\)/));
});

test('it is known when the last call was answered well, and why the next one was not', async () => {
  const { heartbeat, answer, now, clock, minute } = await beating();
  expect(heartbeat.state()).toEqual({});
  await minute(1);
  await vi.waitFor(() => expect(heartbeat.state()).toEqual({ sentAt: clock.now() }));
  const sentAt = clock.now();
  answer.status = 500;
  await minute(2);
  await vi.waitFor(() => expect(heartbeat.state()).toEqual({ sentAt, problem: 'The service answered HTTP 500.' }));
  now.trouble = 'No instance answers.';
  await clock.advance(MINUTE);
  await vi.waitFor(() => expect(heartbeat.state().problem).toBe('No instance answers.'));
});

test('Belfry works well when it looks at its data, an instance answers or none is configured, and all destinations are reached', () => {
  const state = { connectionHealth: {}, serverProblems: {} };
  const well = { late: [], failing: [] };
  expect(troubleOf({ state, ...well })).toBeUndefined();
  expect(troubleOf({ state, ...well, late: ['evaluation'] })).toMatch(/not been judged/);
  expect(troubleOf({ state, ...well, late: ['poll'] })).toBeUndefined();
  const polled = { ...state, connectionHealth: { a: true } };
  expect(troubleOf({ state: polled, ...well, late: ['poll'] })).toMatch(/No instance has been polled/);
  const failing = [{ message: 'A part of Belfry does not work: the marks.' }];
  expect(troubleOf({ state, ...well, failing })).toBe('A part of Belfry does not work: the marks.');
  expect(troubleOf({ state: { ...state, connectionHealth: { a: false, b: true } }, ...well })).toBeUndefined();
  expect(troubleOf({ state: { ...state, connectionHealth: { a: false } }, ...well })).toBe('No instance answers.');
  const problem = { message: 'x', since: '2026-03-01T00:00:00.000Z' };
  expect(troubleOf({ state: { ...state, serverProblems: { disk: problem } }, ...well })).toBeUndefined();
  expect(troubleOf({ state: { ...state, serverProblems: { 'changes:webhook:1': problem } }, ...well })).toBeUndefined();
  expect(troubleOf({ state: { ...state, serverProblems: { 'destination:email': problem } }, ...well })).toMatch(
    /has not been delivered to/,
  );
});
