// GET /metrics on the whole server: who may read it, and a real Prometheus that does.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import { NodeConfig } from '@belfry/schema/config/node';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../db/testing/free-port.ts';
import { tempDir } from '../db/testing/temp-store.ts';
import { queryPrometheus } from '../history/testing/query-prometheus.ts';
import { missing, startEngine } from '../history/testing/real-engine.ts';
import { byToken } from './testing/people.ts';
import { configuredApp } from './testing/whole-app.ts';

async function watched() {
  const lab = await startLab({ nodes: 2, guests: 12, seed: 3, everything: true, authDelayMs: 0 });
  onTestFinished(() => lab.stop());
  const nodes = lab.instances.map((instance) => NodeConfig.parse(nodeConfig(instance)));
  const whole = await configuredApp({ more: { nodes } });
  const headers = await byToken('metrics')(whole);
  const read = async (accept: string) => whole.call('GET', '/metrics', { headers: { ...headers, accept } });
  await expect.poll(async () => (await read('')).text).toContain('belfry_guest_cpu_usage_ratio{');
  return { whole, headers, read };
}

test('the answer is in the format that the client names, and every present guest is in it', async () => {
  const { whole, read } = await watched();
  const plain = await read('text/plain');
  expect(plain.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  const open = await read('application/openmetrics-text; version=1.0.0, text/plain; q=0.5');
  expect(open.headers['content-type']).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
  expect(open.text.endsWith('# EOF\n')).toBe(true);
  const { json } = await whole.call('GET', '/api/state', { headers: await byToken('read')(whole) });
  const { vms, containers } = json as { vms: { id: string }[]; containers: { id: string }[] };
  for (const { id } of [...vms, ...containers]) expect(open.text).toContain(`belfry_guest_info{id="${id}"`);
});

test('a real Prometheus scrapes it with a token of this scope, and answers the values', async (context) => {
  const reason = missing('prometheus', 'prometheus');
  if (reason !== undefined) return context.skip(reason);
  const { whole, headers } = await watched();
  const folder = tempDir();
  const file = path.join(folder, 'prometheus.yml');
  const scrape = {
    ...{ job_name: 'belfry', scrape_interval: '1s', static_configs: [{ targets: [whole.host] }] },
    authorization: { credentials: headers['x-api-token'] },
  };
  // JSON is YAML too.
  writeFileSync(file, JSON.stringify({ scrape_configs: [scrape] }));
  const port = await freePort();
  const data = path.join(folder, 'data');
  await startEngine(
    'prometheus',
    [`--config.file=${file}`, `--storage.tsdb.path=${data}`, `--web.listen-address=127.0.0.1:${port}`],
    `http://127.0.0.1:${port}/-/ready`,
  );
  const ask = queryPrometheus(port);
  await expect.poll(async () => (await ask('up{job="belfry"}')).map(({ value }) => value)).toEqual(['1']);
  const { text } = await whole.call('GET', '/metrics', { headers });
  const written = new Map(
    [...text.matchAll(/^belfry_guest_cores{id="([^"]+)"} (\S+)$/gm)].map(([, id, value]) => [id, value]),
  );
  expect(written.size).toBeGreaterThan(5);
  await expect
    .poll(async () => new Map((await ask('belfry_guest_cores')).map(({ metric, value }) => [metric.id, value])))
    .toEqual(written);
  // A name joins the values by its description, as dashboards do.
  const joined = await ask('belfry_guest_cpu_usage_ratio * on (instance, job, id) group_left (name) belfry_guest_info');
  expect(joined.length).toBeGreaterThan(0);
  expect(joined.every(({ metric }) => metric.name !== undefined)).toBe(true);
});
