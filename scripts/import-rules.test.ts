// The import rules bite: each is tried on a tree that breaks it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** Names of the rules broken by a tree of these files. */
function broken(files: Record<string, string>): string[] {
  const dir = mkdtempSync(path.join(tmpdir(), 'belfry-rules-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
      writeFileSync(path.join(dir, name), text);
    }
    symlinkSync(path.join(root, 'node_modules'), path.join(dir, 'node_modules'));
    const bin = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
    const tops = [...new Set(Object.keys(files).map((f) => f.split('/')[0] as string))];
    const args = [bin, '--config', path.join(root, '.dependency-cruiser.mjs'), '-T', 'json', ...tops];
    // the exit code is the number of violations: the report is on standard output either way
    const report = JSON.parse(spawnSync(process.execPath, args, { cwd: dir, encoding: 'utf8' }).stdout);
    return report.summary.violations.map((v: { rule: { name: string } }) => v.rule.name);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const leaf = 'export const leaf = 1;\n';

test.each([
  ['stage-sources', 'apps/server/src/sources/a.ts', '../push/b.ts', 'apps/server/src/push/b.ts'],
  ['sources-apart', 'apps/server/src/sources/pve/a.ts', '../pbs/b.ts', 'apps/server/src/sources/pbs/b.ts'],
  ['domain-is-pure', 'packages/domain/src/a.ts', 'node:fs', undefined],
  ['domain', 'packages/domain/src/a.ts', '../../lab/src/b.ts', 'packages/lab/src/b.ts'],
  ['no-lab-in-product', 'apps/server/src/a.ts', '../../../packages/lab/src/b.ts', 'packages/lab/src/b.ts'],
  ['demo-starts-programs', 'apps/server/src/a.ts', 'node:child_process', undefined],
  [
    'docker-client-once',
    'apps/docker-agent/src/a.ts',
    'docker-modem',
    'apps/docker-agent/node_modules/docker-modem/index.js',
  ],
  ['schema-only-zod', 'packages/schema/src/a.ts', 'undici', 'packages/schema/node_modules/undici/index.js'],
  ['no-zod-in-browser', 'apps/web/src/a.ts', 'zod', 'apps/web/node_modules/zod/index.js'],
  ['features-apart', 'apps/web/src/features/one/a.tsx', '../two/b.ts', 'apps/web/src/features/two/b.ts'],
])('%s: %s may not import %s', (rule, from, specifier, target) => {
  expect(
    broken({ [from]: `import '${specifier}';\nexport const a = 1;\n`, ...(target ? { [target]: leaf } : {}) }),
  ).toContain(rule);
});

test('a stage may use lib, config and the source contract', () => {
  expect(
    broken({
      'apps/server/src/state/a.ts':
        "import type { S } from '../sources/source.ts';\nimport '../lib/clock.ts';\nexport type A = S;\n",
      'apps/server/src/sources/source.ts': 'export type S = 1;\n',
      'apps/server/src/lib/clock.ts': leaf,
    }),
  ).toEqual([]);
});
