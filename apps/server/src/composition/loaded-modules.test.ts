// What the server loads of Node, as a process of its own does it.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const app = path.join(import.meta.dirname, 'app.ts');

test('the server does without the client that Node has inside, which `fetch`, `Response` and an import of node:http load', async () => {
  const program = `await import(${JSON.stringify(app)}); console.log(process.moduleLoadList.join('\\n'))`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  const loaded = stdout.split('\n');
  expect(loaded).toContain('NativeModule http');
  expect(loaded.filter((name) => name.includes('undici'))).toEqual([]);
});
