// A node reports its temperature: the column appears with the first report, and the settings show the command for it.
import { type Lab, nodeConfig, startLab } from '@belfry/lab/datacentre';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noChromium } from './chromium.ts';
import { usePages } from './kept-pages.ts';
import { type RunningProduct, startProduct } from './product.ts';
import { expectAccessible } from './views.ts';

const open = usePages();
const missing = noChromium();
let lab: Lab;
let product: RunningProduct;

beforeAll(async () => {
  if (missing) return;
  lab = await startLab({ nodes: 2, guests: 4, seed: 3, authDelayMs: 0 });
  const nodes = JSON.stringify(lab.instances.map(nodeConfig));
  product = await startProduct({ BELFRY_AUTH_DISABLED: 'true', BELFRY_NODES: nodes });
});
afterAll(async () => {
  await product?.stop();
  await lab?.stop();
});

test('the temperature column appears once a node reports one', async (ctx) => {
  const { page } = await open(ctx);
  await page.goto(product.url);
  const table = page.locator('table').first();
  const row = table.locator('tbody tr').first();
  await row.waitFor();
  await expect.poll(() => table.getByRole('columnheader', { name: 'Temp' }).count()).toBe(0);
  const node = (await row.getByRole('link').first().innerText()).trim();
  const sensors = { 'coretemp-isa-0000': { 'Package id 0': { temp1_input: 81.6 } } };
  const reply = await fetch(new URL('/api/agents/sensors/report', product.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ node, sensors }),
  });
  expect(reply.status).toBe(200);
  await table.getByRole('columnheader', { name: 'Temp' }).waitFor();
  await row.getByText('82°').waitFor();
  await expectAccessible(page);
});

test('the settings show the command that makes nodes report, with the name of their instance', async (ctx) => {
  const { page } = await open(ctx, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(new URL('/settings/pve', product.url).href);
  await page.getByText('Node temperatures').click();
  const name = lab.instances[0]?.name ?? '';
  await page.getByRole('button', { name: `Copy On the nodes of ${name}` }).click();
  const { origin } = new URL(product.url);
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(
      `curl -fsSL ${origin}/install-sensor-report.sh | BELFRY_TOKEN=disabled sh -s -- --url ${origin} --instance "${name}"`,
    );
  expect((await fetch(`${origin}/install-sensor-report.sh`)).headers.get('content-type')).toContain('text/plain');
  await expectAccessible(page);
});
