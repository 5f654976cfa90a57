// The built product under test in its own process, with the small disk and a clock that can be changed.

import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PASSWORD, setUp } from '@belfry/e2e/administrator';
import { startProduct } from '@belfry/e2e/product';
import type { DiagnosticsReply } from '@belfry/schema/http/diagnostics';
import { WebSocket } from 'undici';
import { residentBytes, waitedSeconds } from '../process-usage.ts';
import type { Seen } from './datacentre.ts';
import type { Levels } from './hook.ts';

const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
/** Longer than the product is stopped for. */
const PATIENCE_MS = 40_000;

export async function startTestedProduct(dataDir: string, nodes: object[]) {
  if (!existsSync(FAKETIME)) throw new Error('libfaketime is needed to step the clock: apt-get install faketime');
  const notes = mkdtempSync(path.join(tmpdir(), 'belfry-chaos-notes-'));
  const [offset, levels] = [path.join(notes, 'offset'), path.join(notes, 'levels')];
  writeFileSync(offset, '+0');
  const product = await startProduct({
    BELFRY_DATA_DIR: dataDir,
    BELFRY_NODES: JSON.stringify(nodes),
    BELFRY_LOG_LEVEL: 'warn',
    NODE_OPTIONS: `--import ${path.join(import.meta.dirname, 'hook.ts')}`,
    CHAOS_LEVELS: levels,
    LD_PRELOAD: FAKETIME,
    FAKETIME_TIMESTAMP_FILE: offset,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
  const { url, pid } = product;
  const { api } = await setUp({ ...product, dataDir });
  let named = 0;
  const tokenOf = async (scope: string) =>
    ((await api('POST', '/api/security/tokens', { name: `chaos ${++named}`, scope })) as { token: string }).token;
  const tokens = { read: await tokenOf('read'), report: await tokenOf('report'), hostile: await tokenOf('report') };

  const status = async (method: string, where: string, body: object, headers: Record<string, string> = {}) => {
    const reply = await fetch(new URL(where, url), {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await reply.arrayBuffer();
    return reply.status;
  };

  /** A browser that reads: the number of frames, and whether it is still connected. */
  function openBrowser() {
    const headers = { 'x-api-token': tokens.read };
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws?protocol=deltas`, { headers });
    socket.binaryType = 'arraybuffer';
    const browser = { frames: 0, lost: false, close: () => socket.close() };
    socket.addEventListener('message', () => browser.frames++);
    socket.addEventListener('close', () => {
      browser.lost = true;
    });
    return browser;
  }

  return {
    url,
    pid,
    tokens,
    output: product.output,
    openBrowser,
    state: async () => {
      const headers = { 'x-api-token': tokens.read };
      const reply = await fetch(`${url}/api/state`, { headers, signal: AbortSignal.timeout(PATIENCE_MS) });
      if (!reply.ok) throw new Error(`GET /api/state: ${reply.status} ${await reply.text()}`);
      return (await reply.json()) as Seen;
    },
    signIn: () => status('POST', '/api/login', { username: 'admin', password: PASSWORD }),
    saveSettings: async () => {
      try {
        await api('POST', '/api/system/settings/update', { theme: Math.random() < 0.5 ? 'dark' : 'light' });
        return 200;
      } catch (error) {
        return Number(/: (\d{3}) /.exec(String(error))?.[1]);
      }
    },
    report: (body: object) => status('POST', '/api/agents/docker/report', body, { 'x-api-token': tokens.report }),
    defects: async () => ((await api('GET', '/api/diagnostics')) as DiagnosticsReply).defects,
    /** How far the wall clock is from the real time. */
    setClock: (seconds: number) => writeFileSync(offset, `${seconds < 0 ? '' : '+'}${seconds}`),
    async freeze(ms: number) {
      process.kill(pid, 'SIGSTOP');
      await pause(ms);
      process.kill(pid, 'SIGCONT');
    },
    isAlive: () => existsSync(`/proc/${pid}/exe`),
    waitedSeconds: () => waitedSeconds(pid),
    async levels() {
      rmSync(levels, { force: true });
      process.kill(pid, 'SIGUSR2');
      while (!existsSync(levels) || readFileSync(levels).length === 0) await pause(50);
      await pause(50);
      const { heapBytes, timers }: Levels = JSON.parse(readFileSync(levels, 'utf8'));
      const sockets = readdirSync(`/proc/${pid}/fd`).filter((fd) => {
        try {
          return readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith('socket:');
        } catch {
          return false;
        }
      });
      return { heapBytes, timers, sockets: sockets.length, residentBytes: residentBytes(pid) };
    },
    async stop() {
      const code = await product.stop();
      rmSync(notes, { recursive: true, force: true });
      return code;
    },
  };
}
