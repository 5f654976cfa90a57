// The pipelines for GitHub Actions do what the commands of this project do. GitHub itself refuses a key that it does not know.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, '.github/workflows');
const names = readdirSync(folder);
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

interface Step {
  run?: string;
  uses?: string;
}

interface Workflow {
  on: object;
  jobs: Record<string, { 'runs-on': string; steps: Step[] }>;
}

const textOf = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
const workflowOf = (name: string): Workflow => parse(textOf(name), { strict: true, uniqueKeys: true });
const stepsOf = (name: string): Step[] => Object.values(workflowOf(name).jobs).flatMap(({ steps }) => steps);

test('there are pipelines for tests, for the long tests and for releases, and each says when and where its steps run', () => {
  expect(names.toSorted()).toEqual(['ci.yml', 'nightly.yml', 'release.yml']);
  for (const name of names) {
    const { on, jobs } = workflowOf(name);
    expect([name, on]).toEqual([name, expect.any(Object)]);
    for (const { 'runs-on': runner, steps } of Object.values(jobs)) {
      expect([name, runner]).toEqual([name, expect.stringMatching(/^ubuntu-/)]);
      // a step runs a command or uses an action
      expect([name, steps.filter(({ run, uses }) => (run === undefined) === (uses === undefined))]).toEqual([name, []]);
    }
    expect(stepsOf(name).length).toBeGreaterThan(3);
  }
});

test('every npm command of a pipeline is a script, and every file that it runs exists', () => {
  for (const name of names) {
    const commands = stepsOf(name)
      .map(({ run = '' }) => run)
      .join('\n');
    const called = [...commands.matchAll(/npm run ([\w-]+)/g)].map(([, script = '']) => script);
    expect(called.filter((script) => scripts[script] === undefined)).toEqual([]);
    const files = [...commands.matchAll(/(?:^|\s)(\.ci\/\S+|scripts\/\S+)/g)].map(([, file = '']) => file);
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  }
  expect(stepsOf('ci.yml').map(({ run }) => run)).toContain('.ci/run');
  expect(stepsOf('release.yml').some(({ run }) => run?.includes('npm run release'))).toBe(true);
});

test('the tests need no secret, and the release names the one that it takes', () => {
  const secrets = (name: string) => [...textOf(name).matchAll(/secrets\.(\w+)/g)].map(([, secret]) => secret);
  expect([secrets('ci.yml'), secrets('release.yml')]).toEqual([[], ['BELFRY_RELEASE_KEY']]);
  for (const name of names) expect(textOf(name)).toMatch(/^permissions:\n {2}contents: read$/m);
});

test('actions are those of GitHub only, each with its version', () => {
  const used = names.flatMap(stepsOf).flatMap(({ uses }) => uses ?? []);
  expect(used.length).toBeGreaterThan(1);
  expect(used.filter((action) => !/^actions\/[\w-]+@(v\d+|[0-9a-f]{40})$/.test(action))).toEqual([]);
});
