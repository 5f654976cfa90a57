// The documents and files for Prometheus and Grafana name only metrics that exist, and the list of metrics is complete.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { tempDir } from '../../db/testing/temp-store.ts';
import { freePort, missing, runWith, startEngine } from '../testing/real-engine.ts';
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

const names = new Set(subjects.flatMap((subject) => metricsOf(subject).map(({ name }) => name)));

test('metrics.md lists every metric with its type, its meaning and how many series it has', async () => {
  const rows = (subject: Subject) =>
    metricsOf(subject).map(({ name, type, help }) => `| \`${name}\` | ${type} | ${help} |`);
  const parts = subjects.map((subject) =>
    [
      `## \`belfry_${subject.name}_\``,
      '',
      `Series of each metric: ${subject.count}.`,
      '',
      '| Metric | Type | Meaning |',
      '| --- | --- | --- |',
      ...rows(subject),
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

const Dashboard = z.object({
  uid: z.string(),
  title: z.string(),
  schemaVersion: z.number(),
  templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.string() })) }),
  annotations: z.object({ list: z.array(z.object({ expr: z.string() })) }),
  panels: z.array(
    z.object({
      id: z.int(),
      type: z.enum(['row', 'stat', 'timeseries']),
      title: z.string().min(1),
      gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
      targets: z.array(z.object({ refId: z.string(), expr: z.string(), legendFormat: z.string() })).default([]),
    }),
  ),
});

test('the dashboard has the fields that Grafana reads, and a real Prometheus understands each of its queries', async (context) => {
  const { panels, annotations } = Dashboard.parse(JSON.parse(read('grafana-dashboard.json')));
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  const reason = missing('prometheus', 'prometheus');
  if (reason !== undefined) return context.skip(reason);
  const dir = tempDir();
  const file = path.join(dir, 'prometheus.yml');
  writeFileSync(file, '{}');
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const args = [`--config.file=${file}`, `--storage.tsdb.path=${dir}/data`, `--web.listen-address=127.0.0.1:${port}`];
  await startEngine('prometheus', args, `${origin}/-/ready`);
  const queries = [...panels.flatMap(({ targets }) => targets), ...annotations.list].map(({ expr }) => expr);
  expect(queries.length).toBeGreaterThan(20);
  for (const query of queries) {
    const text = encodeURIComponent(query.replaceAll('$__rate_interval', '1m'));
    const { status } = await fetch(`${origin}/api/v1/query?query=${text}`);
    expect([query, status]).toEqual([query, 200]);
  }
});
