import fastify from 'fastify';
import { expect, test } from 'vitest';
import { limitBodyTime } from './request-time.ts';

test('a request without a body is never late, however long its answer takes', async () => {
  const app = fastify();
  limitBodyTime(app, { requestMs: 0, bytesPerMs: 1e9, checkEveryMs: 1000 });
  const late: unknown[] = [];
  app.server.removeAllListeners('clientError').on('clientError', (error) => late.push(error));
  // Two timers later than the limit.
  const turn = () => new Promise((done) => setTimeout(done, 2));
  app.get('/', () => turn().then(turn));
  app.post('/', () => turn().then(turn));
  for (const method of ['GET', 'POST'] as const) await app.inject({ method, url: '/' });
  expect(late).toEqual([]);
});
