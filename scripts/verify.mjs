// The whole truth in one run: every check and every suite, one line of totals at the end.
// Each check (lint, types, …) counts as one passed or failed; a skip without a reason is a failure.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const summaryFile = path.join(root, 'artifacts', 'vitest-summary.json');
const filters = process.argv.slice(2);
const checks = [
  ['lint and format', 'pnpm', ['exec', 'biome', 'ci', '--colors=off', '.']],
  ['types and build', 'pnpm', ['exec', 'turbo', 'run', 'typecheck', 'build', '--output-logs=errors-only']],
  [
    'import rules',
    'pnpm',
    ['exec', 'depcruise', '--config', '.dependency-cruiser.mjs', 'apps', 'packages', 'e2e', 'bench'],
  ],
  ['bundle size', 'node', ['scripts/bundle-size.mjs']],
];
const total = { passed: 0, failed: 0, skipped: 0 };

for (const [name, cmd, args] of filters.length > 0 ? checks.slice(1, 2) : checks) {
  const started = Date.now();
  const ok = spawnSync(cmd, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
  total[ok ? 'passed' : 'failed']++;
  console.log(`== ${name}: ${ok ? 'passed' : 'FAILED'} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}

mkdirSync(path.dirname(summaryFile), { recursive: true });
rmSync(summaryFile, { force: true });
const run = spawnSync(
  'pnpm',
  ['exec', 'vitest', 'run', '--reporter=default', '--reporter=./scripts/summary-reporter.ts', ...filters],
  {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, BELFRY_TEST_SUMMARY: summaryFile },
  },
);
const skips = [];
try {
  const summary = JSON.parse(readFileSync(summaryFile, 'utf8'));
  total.passed += summary.passed;
  total.failed += summary.failed;
  for (const skip of summary.skips) {
    if (skip.reason) total.skipped++;
    else total.failed++;
    skips.push(
      `${skip.reason ? 'skipped' : 'FAILED, skipped without a reason'}: ${skip.test}${skip.reason ? `: ${skip.reason}` : ''}`,
    );
  }
  if (run.status !== 0 && summary.failed === 0) total.failed++;
} catch (e) {
  console.error(`no test summary: ${e.message}`);
  total.failed++;
}

console.log(
  `\n${skips.map((s) => `${s}\n`).join('')}${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`,
);
process.exit(total.failed > 0 ? 1 : 0);
