// The import rules work: each is tested on files that break it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** The violations in these files: `rule: importing file`. */
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
    // The exit code is the number of violations. The report is on standard output in both cases.
    const report = JSON.parse(spawnSync(process.execPath, args, { cwd: dir, encoding: 'utf8' }).stdout);
    return report.summary.violations.map(
      ({ rule, from }: { rule: { name: string }; from: string }) => `${rule.name}: ${from}`,
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const leaf = 'export const leaf = 1;\n';

/** The rule, the file that imports, what it imports, and the file of that unless it is part of Node. */
const forbidden: [string, string, string, string?][] = [
  ['stage-state', 'apps/server/src/state/a.ts', '../sources/source.ts', 'apps/server/src/sources/source.ts'],
  ['stage-sources', 'apps/server/src/sources/a.ts', '../push/b.ts', 'apps/server/src/push/b.ts'],
  ['sources-apart', 'apps/server/src/sources/pve/a.ts', '../pbs/b.ts', 'apps/server/src/sources/pbs/b.ts'],
  ['sources-apart', 'apps/server/src/sources/proxmox-api/a.ts', '../pve/b.ts', 'apps/server/src/sources/pve/b.ts'],
  ['admin-apart', 'apps/server/src/admin/nodes/a.ts', '../system/b.ts', 'apps/server/src/admin/system/b.ts'],
  [
    'rules-and-services-apart',
    'apps/server/src/alerting/rules/guest.ts',
    './node.ts',
    'apps/server/src/alerting/rules/node.ts',
  ],
  [
    'rules-and-services-apart',
    'apps/server/src/notify/services/email/send.ts',
    '../webhook/send.ts',
    'apps/server/src/notify/services/webhook/send.ts',
  ],
  ['measured-from-outside', 'apps/docker-agent/src/a.test.ts', '../../../e2e/src/b.ts', 'e2e/src/b.ts'],
  ['domain-is-pure', 'packages/domain/src/a.ts', 'node:fs'],
  ['domain', 'packages/domain/src/a.ts', '../../lab/src/b.ts', 'packages/lab/src/b.ts'],
  ['configuration', 'packages/configuration/src/a.ts', '../../lab/src/b.ts', 'packages/lab/src/b.ts'],
  ['no-lab-in-product', 'apps/server/src/a.ts', '../../../packages/lab/src/b.ts', 'packages/lab/src/b.ts'],
  ['demo-starts-programs', 'apps/server/src/a.ts', 'node:child_process'],
  [
    'docker-client-once',
    'apps/docker-agent/src/a.ts',
    'docker-modem',
    'apps/docker-agent/node_modules/docker-modem/index.js',
  ],
  ['schema-only-zod', 'packages/schema/src/a.ts', 'undici', 'packages/schema/node_modules/undici/index.js'],
  ['no-zod-in-browser', 'apps/web/src/a.ts', 'zod', 'apps/web/node_modules/zod/index.js'],
  ['features-apart', 'apps/web/src/features/one/a.tsx', '../two/b.ts', 'apps/web/src/features/two/b.ts'],
  ['web-alert-config', 'apps/web/src/alert-config/a.tsx', '../features/one/b.ts', 'apps/web/src/features/one/b.ts'],
];

let found: string[] = [];
beforeAll(() => {
  // One tree for all of them, because the checker takes seconds to start.
  const files: Record<string, string> = {};
  for (const [, from, specifier, target] of forbidden) {
    files[from] = `${files[from] ?? leaf}import '${specifier}';\n`;
    if (target) files[target] ??= leaf;
  }
  found = broken(files);
});

test.each(forbidden)('%s: %s may not import %s', (rule, from) => {
  expect(found).toContain(`${rule}: ${from}`);
});

test('a stage may use lib; the registries of rules and services know all of them', () => {
  expect(
    broken({
      'apps/server/src/alerting/rules/registry.ts': "import './guest.ts';\nimport './node.ts';\n",
      'apps/server/src/alerting/rules/guest.ts': "import './rule.ts';\n",
      'apps/server/src/alerting/rules/node.ts': leaf,
      'apps/server/src/alerting/rules/rule.ts': leaf,
      'apps/server/src/notify/services/registry.ts': "import './email/email.ts';\n",
      'apps/server/src/notify/services/email/email.ts': "import './send.ts';\nimport '../webhook.ts';\n",
      'apps/server/src/notify/services/email/send.ts': leaf,
      'apps/server/src/notify/services/webhook.ts': leaf,
      'apps/server/src/state/a.ts': "import '../lib/clock.ts';\nexport const a = 1;\n",
      'apps/server/src/lib/clock.ts': leaf,
    }),
  ).toEqual([]);
});
