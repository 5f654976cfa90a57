// Starting and stopping: errors in the environment, and the end on a signal.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { serverBundle, startProduct } from './product.ts';

async function runToEnd(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [serverBundle], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'exit');
  return { code, output };
}

test('a wrong environment variable is named, with the expected and the found value, and ends it with code 1', async () => {
  const { code, output } = await runToEnd({ BELFRY_PORT: 'http', BELFRY_LOG_LEVEL: 'loud' });
  expect(code).toBe(1);
  expect(output).toMatch(/BELFRY_PORT.*http/);
  expect(output).toMatch(/BELFRY_LOG_LEVEL.*loud/);
});

test('a secret in a wrong variable is not printed', async () => {
  const nodes = JSON.stringify([{ type: 'pve', name: 'x', host: 'h', user: 'u', password: 'hunter2', nope: 1 }]);
  const { code, output } = await runToEnd({ BELFRY_NODES: nodes });
  expect(code).toBe(1);
  expect(output).toContain('BELFRY_NODES');
  expect(output).not.toContain('hunter2');
});

test('SIGTERM ends it in time, with code 0', async () => {
  const product = await startProduct({
    BELFRY_DEMO: 'true',
    BELFRY_AUTH_DISABLED: 'true',
    BELFRY_LAB_GUESTS: '20',
    BELFRY_LAB_NODES: '1',
  });
  // a stop that takes too long is cut short by the program itself, with code 1
  expect(await product.stop()).toBe(0);
});
