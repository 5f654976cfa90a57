// Which modules the server loads, in a process of its own.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { tempDir } from '../db/testing/temp-store.ts';

const app = path.join(import.meta.dirname, 'app.ts');
/** A worktree may have any name. */
const root = pathToFileURL(path.join(import.meta.dirname, '../../../..')).href;

test('the server does not load the HTTP client inside Node, which `fetch`, `Response` and an import of node:http would load', async () => {
  const program = `await import(${JSON.stringify(app)}); console.log(process.moduleLoadList.join('\\n'))`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  const loaded = stdout.split('\n');
  expect(loaded).toContain('NativeModule http');
  expect(loaded.filter((name) => name.includes('undici'))).toEqual([]);
});

test('a server without an address of PostgreSQL loads no module for PostgreSQL', async () => {
  const program = `
    const { registerHooks } = await import('node:module');
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    await import(${JSON.stringify(app)});
    const { openStore } = await import(${JSON.stringify(path.join(import.meta.dirname, '../db/open-store.ts'))});
    const clock = { now: () => 0, monotonic: () => 0, after: () => () => {}, every: () => () => {} };
    const log = { info() {}, warn() {}, error() {} };
    const opened = await openStore({ dataDir: ${JSON.stringify(tempDir())}, clock, log });
    await opened.value.close();
    console.log(JSON.stringify(loaded));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  const loaded: string[] = JSON.parse(stdout);
  expect(loaded.filter((url) => url.endsWith('/db/sqlite.ts'))).toHaveLength(1);
  expect(loaded.filter((url) => /\/pg[-@/]|postgres\/|pglite/.test(url.slice(root.length)))).toEqual([]);
});
