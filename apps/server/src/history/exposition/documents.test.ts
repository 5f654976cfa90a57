// The documents and files for Prometheus and Grafana name only metrics that exist, and the list of metrics is complete.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../db/testing/temp-store.ts';
import { missing, runWith } from '../testing/real-engine.ts';
import type { Subject } from './subject.ts';
import { subjects } from './subjects.ts';
import { familyOf } from './text.ts';

const folder = path.join(import.meta.dirname, '../../../../../docs/prometheus');
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

/** Subjects without anything that describes them: their labels say all. */
const undescribed = new Set(['alerts', 'exposition']);

function metricsOf(subject: Subject): { name: string; help: string; type: string }[] {
  const fields = subject.fields.map(({ name, type, help }) => ({
    name: familyOf(subject, type === 'counter' ? `${name}_total` : name),
    help,
    type,
  }));
  const info = { name: familyOf(subject, 'info'), help: 'What describes it, as labels', type: 'info' };
  return undescribed.has(subject.name) ? fields : [...fields, info];
}

/** The lines of a table, as the formatter of this project writes them. The first row is its head. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`;
  const [head = [], ...others] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)];
}

const names = new Set(subjects.flatMap((subject) => metricsOf(subject).map(({ name }) => name)));

test('metrics.md lists every metric with its type, its meaning and how many series it has', async () => {
  const parts = subjects.map((subject) =>
    [
      ...[`## \`belfry_${subject.name}_\``, '', `Series of each metric: ${subject.count}.`, ''],
      ...table([
        ['Metric', 'Type', 'Meaning'],
        ...metricsOf(subject).map(({ name, type, help }) => [`\`${name}\``, type, help]),
      ]),
    ].join('\n'),
  );
  const head = [
    '# Metrics',
    '',
    '<!-- Made by apps/server/src/history/exposition/documents.test.ts: change it with `vitest run … -u`. -->',
    '',
    'A value that was not measured has no series. `belfry_exposition_series` is how many there are now.',
  ].join('\n');
  await expect(`${[head, ...parts].join('\n\n')}\n`).toMatchFileSnapshot(path.join(folder, 'metrics.md'));
});

test.each(['README.md', 'alert-rules.yml', 'grafana-dashboard.json'])('%s names only metrics that exist', (file) => {
  const named = [...read(file).matchAll(/\bbelfry_[a-z0-9_]+/g)].map(([name]) => name);
  expect(named.length).toBeGreaterThan(1);
  const measurements = new Set(subjects.map(({ name }) => `belfry_${name}`));
  expect(named.filter((name) => !names.has(name) && !measurements.has(name))).toEqual([]);
});

test('promtool accepts the rules', async (context) => {
  const reason = missing('promtool', 'prometheus');
  if (reason !== undefined) return context.skip(reason);
  const { code, output } = await runWith('promtool', ['check', 'rules', path.join(folder, 'alert-rules.yml')], '');
  expect([code, output]).toEqual([0, expect.stringMatching(/SUCCESS: \d+ rules found/)]);
});

/** Names of alerts that fire after an hour of these series. */
async function firing(series: readonly string[], expected: readonly [name: string, labels: object, summary: string][]) {
  const dir = tempDir();
  const file = path.join(dir, 'test.yml');
  const of = ([alertname, exp_labels, summary]: (typeof expected)[number]) => ({
    ...{ eval_time: '2h', alertname },
    exp_alerts: [{ exp_labels, exp_annotations: { summary } }],
  });
  const content = {
    rule_files: [path.join(folder, 'alert-rules.yml')],
    tests: [
      {
        interval: '1m',
        input_series: series.map((each) => ({
          series: each.slice(0, each.lastIndexOf(' ')),
          values: `${each.slice(each.lastIndexOf(' ') + 1)}x120`,
        })),
        alert_rule_test: expected.map(of),
      },
    ],
  };
  // JSON is YAML too.
  writeFileSync(file, JSON.stringify(content));
  return runWith('promtool', ['test', 'rules', file], '');
}

test('the rules fire with the names of what they are about', async (context) => {
  const reason = missing('promtool', 'prometheus');
  if (reason !== undefined) return context.skip(reason);
  const series = [
    'belfry_server_info{version="1"} 1+0',
    'belfry_instance_up{id="dc"} 0+0',
    'belfry_instance_info{id="dc",kind="pve",name="Home"} 1+0',
    'belfry_node_up{id="dc-pve1"} 0+0',
    'belfry_node_info{id="dc-pve1",name="pve1"} 1+0',
    'belfry_storage_usage_ratio{id="s"} 0.95+0',
    'belfry_storage_info{id="s",name="data",node="pve1"} 1+0',
    'belfry_alert_start_time_seconds{id="a"} 1700000000+0',
    'belfry_alert_info{id="a",type="cpu",level="critical",resource_name="web",acknowledged="false"} 1+0',
  ];
  const result = await firing(series, [
    [
      'InstanceUnreachable',
      { severity: 'critical', id: 'dc', kind: 'pve', name: 'Home' },
      'Belfry does not reach Home (pve)',
    ],
    ['NodeDown', { severity: 'critical', id: 'dc-pve1', name: 'pve1' }, 'The node pve1 is down'],
    [
      'StorageFull',
      { severity: 'warning', id: 's', name: 'data', node: 'pve1' },
      'The storage data of pve1 is 95% full',
    ],
    [
      'BelfryAlert',
      { severity: 'critical', id: 'a', type: 'cpu', level: 'critical', resource_name: 'web', acknowledged: 'false' },
      'Belfry has a critical alert: cpu of web',
    ],
  ]);
  expect(result).toEqual({ code: 0, output: expect.stringContaining('SUCCESS') });
});
