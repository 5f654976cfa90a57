// The pipelines for GitHub Actions are workflows as GitHub reads them, and do what the commands of this project do.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';

// the package imports JSON without the attribute that Node asks for
const hooks = registerHooks({
  load: (url, context, next) =>
    url.endsWith('.json')
      ? { format: 'module', source: `export default ${readFileSync(new URL(url), 'utf8')}`, shortCircuit: true }
      : next(url, context),
});
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');
hooks.deregister();

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

/** As the parser of GitHub itself reads it. */
async function read(name: string, content = readFileSync(path.join(folder, name), 'utf8')) {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  const errors = context.errors.getErrors().map(({ message }) => message);
  if (errors.length > 0 || !value) return { errors, steps: [] };
  const template = await convertWorkflowTemplate(context, value);
  const steps = template.jobs.flatMap((job) =>
    job.type === 'job'
      ? job.steps.map(
          (step): Step => ('run' in step ? { run: String(step.run) } : 'uses' in step ? { uses: step.uses.value } : {}),
        )
      : [],
  );
  return { errors: (template.errors ?? []).map(({ Message }) => Message), steps };
}

test('there are pipelines for tests, for the long tests and for releases, and all are workflows', async () => {
  expect(names.toSorted()).toEqual(['ci.yml', 'nightly.yml', 'release.yml']);
  for (const name of names) {
    const { errors, steps } = await read(name);
    expect([name, errors]).toEqual([name, []]);
    expect(steps.length).toBeGreaterThan(3);
  }
});

test('a key that GitHub does not know is refused', async () => {
  const content = readFileSync(path.join(folder, 'ci.yml'), 'utf8').replace('timeout-minutes', 'timeout-hours');
  expect((await read('ci.yml', content)).errors.join()).toContain('timeout-hours');
});

test('every npm command of a pipeline is a script, and every file that it runs exists', async () => {
  for (const name of names) {
    const commands = (await read(name)).steps.map(({ run = '' }) => run).join('\n');
    const called = [...commands.matchAll(/npm run ([\w-]+)/g)].map(([, script = '']) => script);
    expect(called.filter((script) => scripts[script] === undefined)).toEqual([]);
    const files = [...commands.matchAll(/(?:^|\s)(\.ci\/\S+|scripts\/\S+)/g)].map(([, file = '']) => file);
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  }
  expect((await read('ci.yml')).steps.map(({ run }) => run)).toContain('.ci/run');
  expect((await read('release.yml')).steps.some(({ run }) => run?.includes('npm run release'))).toBe(true);
});

test('the tests need no secret, and the release names the one that it takes', () => {
  const text = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  const secrets = (name: string) => [...text(name).matchAll(/secrets\.(\w+)/g)].map(([, secret]) => secret);
  expect([secrets('ci.yml'), secrets('release.yml')]).toEqual([[], ['BELFRY_RELEASE_KEY']]);
  for (const name of names) expect(text(name)).toMatch(/^permissions:\n {2}contents: read$/m);
});

test('actions are those of GitHub only, each with its version', async () => {
  const used = (await Promise.all(names.map((name) => read(name)))).flatMap(({ steps }) =>
    steps.flatMap(({ uses }) => uses ?? []),
  );
  expect(used.length).toBeGreaterThan(1);
  expect(used.filter((action) => !/^actions\/[\w-]+@(v\d+|[0-9a-f]{40})$/.test(action))).toEqual([]);
});
