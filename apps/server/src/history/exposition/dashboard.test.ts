// The dashboard for Grafana: it is a dashboard by Grafana's own types, and a real Prometheus has data for each of its queries.

import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import type { State } from '@belfry/schema/state';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { freePort } from '../../db/testing/free-port.ts';
import { tempDir } from '../../db/testing/temp-store.ts';
import { encode } from '../export/write-request.ts';
import type { Usage } from '../sampling/own-cost.ts';
import { everything, GB } from '../testing/everything.ts';
import { queryPrometheus } from '../testing/query-prometheus.ts';
import { missing, runWith, startEngine } from '../testing/real-engine.ts';
import { readingsOf } from './collect.ts';
import type { DashboardFile } from './testing/grafana.ts';
import { contentTypes, textOf } from './text.ts';

const root = path.join(import.meta.dirname, '../../../../..');
const content = readFileSync(path.join(root, 'docs/prometheus/grafana-dashboard.json'), 'utf8');
const dashboard: DashboardFile = JSON.parse(content);

/** What the compiler says about a file that declares the content to be such a dashboard. */
async function checked(given: string): Promise<string> {
  const type = path.join(import.meta.dirname, 'testing/grafana.ts');
  const file = path.join(tempDir(), 'dashboard.ts');
  writeFileSync(file, `import type { DashboardFile } from '${type}';\nexport const it: DashboardFile = ${given};\n`);
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions', '--types', ''];
  const modules = ['--module', 'nodenext', '--target', 'es2024', '--ignoreConfig'];
  const { output } = await runWith(path.join(root, 'node_modules/.bin/tsc'), [...options, ...modules, file], '');
  return output;
}

test('it is a dashboard by the types that Grafana publishes, and these types see what is wrong', async () => {
  expect(await checked(content)).toBe('');
  expect(await checked(content.replace('"type": "stat"', '"type": "stats"'))).toContain('"stats"');
  expect(await checked(content.replace('"displayMode": "table"', '"displayMode": "grid"'))).toContain('"grid"');
  expect(await checked(content.replace('"showLegend": true,', ''))).toContain('showLegend');
});

test('no two panels have the same number or the same place', () => {
  const panels = dashboard.panels.map(({ id, gridPos }) => ({ id, ...(gridPos ?? { x: 0, y: 0, w: 0, h: 0 }) }));
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ x, y, w, h }) =>
    Array.from({ length: w * h }, (_, n) => `${x + (n % w)},${y + Math.floor(n / w)}`),
  );
  expect(cells.length).toBeGreaterThan(panels.length);
  expect(new Set(cells).size).toBe(cells.length);
  expect(panels.every(({ x, w }) => x + w <= 24)).toBe(true);
});

const usage = (n: number): Usage => ({
  ...{ cpuSeconds: n, residentBytes: GB, writtenBytes: n * 4096, sentBytes: n * 100, browsers: 2 },
  calls: [{ instance: 'dc', poll: 'resources', calls: n, failed: n, lastDurationMs: 20 }],
});
const state: State = {
  ...everything,
  instances: [
    { id: 'dc', kind: 'pve', name: 'Home', host: 'https://dc:8006', health: 'healthy', dropped: 0, endpoints: [] },
  ],
  connectionHealth: { dc: true },
  activeAlerts: [
    {
      ...{ id: 'a', type: 'cpu', level: 'critical', resourceId: 'dc-100', resourceName: 'web', node: 'pve1' },
      ...{ instance: 'dc', message: 'cpu at 91%', value: 91, threshold: 80, acknowledged: false },
      startTime: '2026-06-01T12:00:00.000Z',
    },
  ],
};

const Rules = z.object({
  data: z.object({
    groups: z.array(
      z.object({
        rules: z.array(z.object({ name: z.string(), health: z.string(), lastError: z.string().optional() })),
      }),
    ),
  }),
});

test('a real Prometheus that reads two Belfrys, and gets remote write beside them, answers every query and evaluates every rule', async (context) => {
  const reason = missing('prometheus', 'prometheus');
  if (reason !== undefined) return context.skip(reason);
  let scrapes = 0;
  const exposed = createServer((_request, response) => {
    response.setHeader('content-type', contentTypes.prometheus);
    response.end(textOf(readingsOf(state, usage(++scrapes)), 'prometheus'));
  }).listen(0, '127.0.0.1');
  await once(exposed, 'listening');
  onTestFinished(() => void exposed.close());
  const { port: target } = exposed.address() as { port: number };
  const folder = tempDir();
  const file = path.join(folder, 'prometheus.yml');
  const job = (name: string) => ({ job_name: name, static_configs: [{ targets: [`127.0.0.1:${target}`] }] });
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    scrape_configs: [job('belfry'), job('other')],
    rule_files: [path.join(root, 'docs/prometheus/alert-rules.yml')],
  };
  // JSON is YAML too.
  writeFileSync(file, JSON.stringify(config));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const args = [`--config.file=${file}`, `--storage.tsdb.path=${folder}/data`, '--web.enable-remote-write-receiver'];
  await startEngine('prometheus', [...args, `--web.listen-address=127.0.0.1:${port}`], `${origin}/-/ready`);
  for (const { body } of encode({ readings: readingsOf(state, usage(0)), at: Date.now(), added: {} })) {
    const headers = { 'content-encoding': 'snappy', 'content-type': 'application/x-protobuf' };
    expect((await fetch(`${origin}/api/v1/write`, { method: 'POST', headers, body })).status).toBe(204);
  }
  // a rate needs two values
  await expect.poll(() => scrapes).toBeGreaterThan(5);
  const ask = queryPrometheus(port);
  const queries = [
    ...dashboard.panels.flatMap((panel) => ('targets' in panel ? panel.targets : [])),
    ...dashboard.annotations.list,
  ];
  expect(queries.length).toBeGreaterThan(20);
  for (const { expr } of queries) {
    const found = () => ask(expr.replaceAll('$__rate_interval', '1m'));
    await expect.poll(async () => (await found()).length, { message: expr }).toBeGreaterThan(0);
  }
  const evaluated = async () =>
    Rules.parse(await (await fetch(`${origin}/api/v1/rules`)).json()).data.groups.flatMap(({ rules }) => rules);
  await expect.poll(async () => (await evaluated()).filter(({ health }) => health === 'unknown')).toEqual([]);
  const rules = await evaluated();
  expect(rules.length).toBeGreaterThan(15);
  expect(rules.filter(({ health }) => health !== 'ok')).toEqual([]);
});
