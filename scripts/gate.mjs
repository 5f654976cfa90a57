// The three gates: `verify` for every save, `test` for every submission, `nightly` for what is long. Each runs checks and tests, and prints one
// summary at the end. Each check (lint, types, …) counts as one passed or failed. `gate-rules.mjs` says which skips are a failure.
// node scripts/gate.mjs verify | test | nightly [vitest args]
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gateProjects, tooManyAttempts, wrongSkips } from './gate-rules.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const summaryFile = path.join(root, 'artifacts', 'vitest-summary.json');
const [name = 'test', ...filters] = process.argv.slice(2);
const started = Date.now();
const since = (from) => `${((Date.now() - from) / 1000).toFixed(1)} s`;

const lint = ['lint and format', 'pnpm', ['exec', 'biome', 'ci', '--colors=off', '.']];
const types = ['types', 'pnpm', ['exec', 'turbo', 'run', 'typecheck', '--output-logs=errors-only']];
const build = ['types and build', 'pnpm', ['exec', 'turbo', 'run', 'typecheck', 'build', '--output-logs=errors-only']];
const imports = [
  'import rules',
  'pnpm',
  ['exec', 'depcruise', '--config', '.dependency-cruiser.mjs', 'apps', 'packages', 'e2e', 'bench'],
];
const unused = ['unused code', 'pnpm', ['exec', 'knip', '--no-progress']];
const bundle = ['bundle size', 'node', ['scripts/bundle-size.mjs']];
const apis = ['browser support', 'node', ['scripts/browser-apis.mjs']];

/** Checks that need the build run after the others. */
const gates = {
  verify: { checks: [lint, types, imports, unused], ofBuild: [] },
  test: { checks: [lint, build, imports, unused], ofBuild: [bundle, apis] },
  nightly: { checks: [build], ofBuild: [] },
};
const gate = gates[name];
if (!gate) {
  console.error(`unknown gate ${name}; one of ${Object.keys(gates).join(', ')}`);
  process.exit(2);
}

let passed = 0;
const failures = [];

/** Runs a check and prints its output when it ends, so that the outputs of parallel checks do not mix. */
async function check([title, cmd, args]) {
  const from = Date.now();
  const child = spawn(cmd, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ok = await new Promise((done) => {
    child.on('error', (error) => {
      output += error.message;
      done(false);
    });
    child.on('close', (code) => done(code === 0));
  });
  if (ok) passed++;
  else failures.push(title);
  console.log(`${output}== ${title}: ${ok ? 'passed' : 'FAILED'} (${since(from)})`);
}

if (filters.length > 0) await check(build);
else {
  await Promise.all(gate.checks.map(check));
  await Promise.all(gate.ofBuild.map(check));
}

mkdirSync(path.dirname(summaryFile), { recursive: true });
rmSync(summaryFile, { force: true });
const reporters = ['--reporter=default', '--reporter=./scripts/summary-reporter.ts'];
// Programs that the tests start use what an earlier one has compiled: a start of the server's sources costs half of the processor time.
const compileCache = mkdtempSync(path.join(tmpdir(), 'belfry-compiled-'));
// A file that is named runs, whatever project it belongs to.
const chosen = filters.length > 0 ? filters : gateProjects[name].map((project) => `--project=${project}`);
const run = spawnSync('pnpm', ['exec', 'vitest', 'run', ...reporters, ...chosen], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { NODE_COMPILE_CACHE: compileCache, ...process.env, BELFRY_TEST_SUMMARY: summaryFile },
});
rmSync(compileCache, { recursive: true, force: true });
let skips = [];
let again = [];
try {
  const summary = JSON.parse(readFileSync(summaryFile, 'utf8'));
  passed += summary.passed;
  failures.push(...summary.failures);
  again = summary.again;
  failures.push(...tooManyAttempts(again), ...wrongSkips(summary.skips, Boolean(process.env.CI)));
  skips = summary.skips.filter(({ reason }) => reason);
  if (run.status !== 0 && summary.failures.length === 0) failures.push('vitest');
  console.log('\nthe slowest files:');
  for (const { file, seconds } of summary.slowest) console.log(`${String(seconds).padStart(5)} s  ${file}`);
} catch (e) {
  failures.push(`no test summary: ${e.message}`);
}

console.log();
for (const { test, reason } of skips) console.log(`skipped: ${test}: ${reason}`);
for (const test of again) console.log(`passed at the second attempt: ${test}`);
for (const failure of failures) console.log(`FAILED: ${failure}`);
console.log(`in ${since(started)}`);
console.log(`${passed} passed, ${failures.length} failed, ${skips.length} skipped`);
process.exit(failures.length > 0 ? 1 : 0);
