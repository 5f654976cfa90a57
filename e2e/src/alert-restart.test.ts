// Alerts over a server that is killed without warning, at each moment that matters.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import type { Alert } from '@belfry/schema/entities/alert';
import { expect, onTestFinished, test } from 'vitest';
import { startProduct } from './product.ts';

type Occurrence = Alert & { status: string; resolvedTime?: string };

test('an alert outlives kill -9: raised once, acknowledged once, resolved once', async () => {
  const lab = await startLab({ nodes: 3, guests: 12, clusters: 1, seed: 4, version: 9.2, authDelayMs: 0, calm: true });
  const dataDir = mkdtempSync(path.join(tmpdir(), 'belfry-killed-'));
  const env = {
    BELFRY_AUTH_DISABLED: 'true',
    BELFRY_DATA_DIR: dataDir,
    BELFRY_NODES: JSON.stringify(lab.instances.map(nodeConfig)),
  };
  let product = await startProduct(env);
  const killAndStart = async () => {
    process.kill(product.pid, 'SIGKILL');
    await product.stop();
    product = await startProduct(env);
  };
  onTestFinished(async () => {
    await product.stop();
    await lab.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const read = async <T>(address: string): Promise<T> =>
    (await fetch(new URL(address, product.url))).json() as Promise<T>;
  const node = lab.instances[0]?.members[1]?.node ?? '';
  const id = `node-offline-${lab.instances[0]?.name}-${node}`;
  const active = async () => (await read<Alert[]>('/api/alerts/active')).find((alert) => alert.id === id);
  const occurrences = async () =>
    (await read<Occurrence[]>('/api/alerts/history')).filter((occurrence) => occurrence.id === id);
  const polled = async () => {
    const { instances } = await read<{ instances: { lastSeen?: string }[] }>('/api/state');
    return instances.every(({ lastSeen }) => lastSeen !== undefined);
  };

  await expect.poll(polled).toBe(true);
  await lab.fault(node, 'die');
  await expect.poll(active).toBeDefined();
  const raised = await active();

  await killAndStart();
  expect(await active()).toMatchObject({ startTime: raised?.startTime, acknowledged: false });
  await expect.poll(polled).toBe(true);
  const answer = await fetch(new URL(`/api/alerts/${encodeURIComponent(id)}/acknowledge`, product.url), {
    method: 'POST',
  });
  expect(answer.status).toBe(200);

  await killAndStart();
  await expect.poll(polled).toBe(true);
  expect(await active()).toMatchObject({ startTime: raised?.startTime, acknowledged: true });
  await lab.heal(node);
  await expect.poll(active).toBeUndefined();
  await expect.poll(async () => (await occurrences()).map(({ status }) => status)).toEqual(['resolved']);
  const [ended] = await occurrences();

  await killAndStart();
  await expect.poll(polled).toBe(true);
  expect(await active()).toBeUndefined();
  expect(await occurrences()).toEqual([ended]);
  expect(ended).toMatchObject({ startTime: raised?.startTime, acknowledged: true });
  expect(ended?.metadata?.occurrence).toBe(raised?.metadata?.occurrence);
});
