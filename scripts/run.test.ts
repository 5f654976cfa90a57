// The commands of the README.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const run = (...args: string[]) =>
  spawnSync(process.execPath, [path.join(import.meta.dirname, 'run.mjs'), ...args], { encoding: 'utf8' });

test('an option or a task that does not exist is refused by name, before anything is installed', () => {
  const wrongOption = run('start', '--agent');
  expect([wrongOption.status, wrongOption.stderr]).toEqual([2, 'unknown option --agent; start has one: --agents\n']);
  expect(run('agent').stderr).toMatch(/^unknown task agent; one of start, agents, demo, /);
});
