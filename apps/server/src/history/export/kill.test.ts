// kill -9 while values are sent to an engine that often fails: everything but the newest ones arrives, in its order. With BELFRY_KILLS=200
// it takes some minutes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tempDir } from '../../db/testing/temp-store.ts';

const KILLS = Number(process.env.BELFRY_KILLS ?? 6);
const program = path.join(import.meta.dirname, '../testing/sending.ts');

/** Accepts some requests, refuses some for a while, and never answers others. Away: it refuses all. */
async function startEngine() {
  const received: number[] = [];
  const engine = { isAway: false, isWell: false, received };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const luck = engine.isWell ? 0 : Math.random();
    if (engine.isAway || (luck > 0.7 && luck < 0.97)) return response.writeHead(503).end();
    received.push(Number.parseInt(Buffer.concat(chunks).toString(), 10));
    // Accepted, and the answer is lost.
    if (luck < 0.97) response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { engine, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

test(`killed ${KILLS} times at random moments, an export loses the newest values at most, and nothing overtakes`, async () => {
  const { engine, url } = await startEngine();
  const dataDir = tempDir();
  const cache = tempDir();
  /** The last number that each life has handed over. */
  const ends: number[] = [];
  let next = 1;

  async function live(last: number, isKilled: boolean): Promise<void> {
    const args = [program, dataDir, url, String(next), ...(isKilled ? [] : [String(last)])];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { NODE_COMPILE_CACHE: cache },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let [said, complaint] = ['', ''];
    child.stderr.on('data', (chunk) => {
      complaint += chunk;
    });
    child.stdout.on('data', (chunk) => {
      said = (said + chunk).slice(-100);
      if (isKilled && Number(said.split('\n').at(-2)) >= last) child.kill('SIGKILL');
    });
    await once(child, 'close');
    expect(complaint).toBe('');
    next = Math.max(next, Number(said.split('\n').at(-2) ?? next) + 1);
    if (isKilled) ends.push(next - 1);
  }

  for (let n = 0; n < KILLS; n++) {
    engine.isAway = Math.random() < 0.3;
    await live(next + Math.floor(Math.random() * 60), true);
  }
  Object.assign(engine, { isAway: false, isWell: true });
  await live(next, false);

  const arrived = new Set(engine.received);
  const missing = Array.from({ length: next - 1 }, (_, n) => n + 1).filter((number) => !arrived.has(number));
  // What was handed over last before a kill was in memory only.
  expect(missing.filter((number) => !ends.includes(number))).toEqual([]);
  expect(next).toBeGreaterThan(5 * KILLS);
  expect([...arrived]).toEqual([...arrived].sort((a, b) => a - b));
  console.log(
    `${KILLS} kills, ${next - 1} requests: ${missing.length} missing, ${engine.received.length - arrived.size} sent twice.`,
  );
});
