// Two servers with one database, as an administrator sees them in Diagnostics: who is active, who waits, and what a switch costs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Servers } from '@belfry/schema/http/servers';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cluster, noPostgres, startCluster } from '../../apps/server/src/db/testing/postgres-cluster.ts';
import { type Administrator, setUp, signedIn, signIn } from './administrator.ts';
import { launch, noChromium, openPage } from './chromium.ts';
import { freePort, type RunningProduct, serverBundle, startProduct } from './product.ts';
import { expectWhole, sizes } from './views.ts';

const missing = noChromium() ?? noPostgres;
let browser: Browser;
let cluster: Cluster;
let administrator: Administrator;
const servers: (RunningProduct & { env: Record<string, string> })[] = [];

beforeAll(async () => {
  if (missing) return;
  [browser, cluster] = await Promise.all([launch(), startCluster()]);
  const shared = { BELFRY_DATABASE_URL: await cluster.database(), BELFRY_ENCRYPTION_KEY: '5a'.repeat(32) };
  for (const name of ['belfry-a', 'belfry-b']) {
    const port = String(await freePort());
    const address = { BELFRY_PORT: port, BELFRY_SERVER_ADDRESS: `http://127.0.0.1:${port}` };
    const env = { ...shared, ...address, BELFRY_SERVER_NAME: name };
    servers.push({ ...(await startProduct(env)), env });
    if (name === 'belfry-a' && servers[0]) administrator = await setUp(servers[0]);
  }
});
afterAll(async () => {
  await browser?.close();
  for (const server of servers) await server.stop();
  await cluster?.end();
});

async function command({ env, dataDir }: (typeof servers)[number], ...words: string[]): Promise<number | null> {
  const own = { PATH: process.env.PATH, BELFRY_DATA_DIR: dataDir, BELFRY_HOST: '127.0.0.1', ...env };
  const run = spawn(process.execPath, [serverBundle, ...words], { env: own, stdio: 'ignore' });
  const [code] = await once(run, 'exit');
  return code;
}

test('Diagnostics names the active server and its standby, and after a planned switch the other way round, to a session that goes on', async (ctx) => {
  if (missing) ctx.skip(missing);
  const [a, b] = servers as [(typeof servers)[number], (typeof servers)[number]];
  const pair = async () => (await administrator.api('GET', '/api/servers')) as Servers;
  await expect.poll(async () => (await pair()).servers.length).toBe(2);
  const { page, errors } = await openPage(browser);
  await page.goto(a.url);
  await signIn(page);
  await signedIn(page);
  await page.goto(new URL('/settings/diagnostics', a.url).href);
  const row = (name: string) => page.getByRole('listitem', { name, exact: true });
  await row('belfry-a').getByText('active', { exact: true }).waitFor();
  await row('belfry-a')
    .getByText(a.env.BELFRY_SERVER_ADDRESS as string)
    .waitFor();
  await row('belfry-b').getByText('standby', { exact: true }).waitFor();
  await page.getByText(/Database 127\.0\.0\.1:\d+\/\w+, epoch 1/).waitFor();
  await page.getByText('1 · belfry-a · start').waitFor();
  await page.getByText(/After a switch the charts have what the new server kept/).waitFor();
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    await row('belfry-b').scrollIntoViewIfNeeded();
    await expectWhole(page, 'settings-diagnostics-servers');
  }
  expect(errors).toEqual([]);

  expect(await command(b, 'ha', 'switch')).toBe(0);
  await expect.poll(async () => (await fetch(new URL('/api/ready', b.url))).status).toBe(200);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(new URL('/settings/diagnostics', b.url).href);
  await row('belfry-b').getByText('active', { exact: true }).waitFor();
  await row('belfry-a').getByText('standby', { exact: true }).waitFor();
  await page.getByText(/, epoch 2/).waitFor();
  await page.getByText('2 · belfry-b · planned').waitFor();
  await page.context().close();
});
