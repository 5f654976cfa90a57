// A real Alertmanager: it takes the alerts, ends them, and can tell a test from an alert.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { freePort } from '../../../db/testing/free-port.ts';
import { tempDir } from '../../../db/testing/temp-store.ts';
import { missing, startEngine } from '../../../history/testing/real-engine.ts';
import { systemClock } from '../../../lib/clock.ts';
import { createLogger } from '../../../lib/logger.ts';
import { createOutgoing } from '../../../lib/outgoing/outgoing.ts';
import { alertWith } from '../../testing/notices.ts';
import { tryWebhook } from '../../webhooks/trial.ts';
import { webhookWith } from '../testing/webhooks.ts';
import { alertmanager } from './alertmanager.ts';

const Alerts = z.array(
  z.object({ labels: z.record(z.string(), z.string()), annotations: z.record(z.string(), z.string()) }),
);

test('a real Alertmanager shows an alert, ends it, and has a test with a label of its own', async (context) => {
  const reason = missing('prometheus-alertmanager', 'prometheus-alertmanager');
  if (reason !== undefined) return context.skip(reason);
  const folder = tempDir();
  const file = path.join(folder, 'alertmanager.yml');
  writeFileSync(file, JSON.stringify({ route: { receiver: 'none' }, receivers: [{ name: 'none' }] }));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  await startEngine(
    'prometheus-alertmanager',
    [
      ...[`--config.file=${file}`, `--storage.path=${folder}`],
      ...[`--web.listen-address=127.0.0.1:${port}`, '--cluster.listen-address='],
    ],
    `${origin}/-/ready`,
  );
  const webhook = webhookWith({ service: 'alertmanager', url: origin });
  const { request } = createOutgoing({
    allowPrivate: () => true,
    named: { includes: (ip) => ip === '127.0.0.1' },
    clock: systemClock,
  });
  const connect = () => Promise.reject(new Error('no connection is opened'));
  const service = { request, connect, clock: systemClock, log: createLogger('silent') };
  const active = async () => Alerts.parse(await (await fetch(`${origin}/api/v2/alerts?active=true`)).json());

  const mirror = await alertmanager.open(webhook, service);
  onTestFinished(() => mirror.close());
  const publicUrl = 'https://belfry.example';
  const alert = alertWith({ id: 'dc-100-cpu', startTime: new Date(Date.now() - 60_000).toISOString() });
  const signal = AbortSignal.timeout(20_000);
  expect(await mirror.show({ active: [alert], ended: [], publicUrl }, signal)).toMatchObject({ ok: true, status: 200 });
  expect((await active()).map(({ labels }) => labels.alert_id)).toEqual(['dc-100-cpu']);
  const end = { alert, at: Date.now(), reason: 'recovered' as const };
  expect(await mirror.show({ active: [], ended: [end], publicUrl }, signal)).toMatchObject({ ok: true });
  await expect.poll(active).toEqual([]);

  expect(await tryWebhook({ service, publicUrl: () => publicUrl }, webhook)).toMatchObject({ ok: true });
  expect((await active()).map(({ labels }) => [labels.alertname, labels.test])).toEqual([['BelfryTest', 'true']]);
});
