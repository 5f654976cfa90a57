// The whole way of a stranger on a fresh Debian: the site, its command, the service, the first live guest.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startLab } from '@belfry/lab/datacentre';
import { afterAll, expect, inject, test } from 'vitest';
import { compose } from '../../scripts/site/compose.ts';
import { buildHtml } from '../../scripts/site/html.ts';
import { launch, noChromium, openPage } from './chromium.ts';
import { noDebian, startDebian } from './engine/debian.ts';
import { noEngine, sweep } from './engine/docker.ts';
import { freePort } from './product.ts';
import { pictures } from './site/pictures.ts';
import { startStaticSite } from './site/static-site.ts';
import { readToFirstGuest } from './site/stranger.ts';

const root = path.resolve(import.meta.dirname, '../..');
const release = inject('release');
const missing = release.missing ?? noChromium() ?? (await noDebian());
const folder = mkdtempSync(path.join(tmpdir(), 'belfry-stranger-'));
/** Where the page says that the files of a release are. */
const PLACE = 'https://downloads.example/belfry';

afterAll(async () => {
  if (!(await noEngine())) await sweep();
  rmSync(folder, { recursive: true, force: true });
});

/** The site without its pictures, which nobody needs to look at here. */
async function siteOfText(): Promise<string> {
  const pages = path.join(folder, 'pages');
  compose(root, pages);
  const places = path.join(pages, 'public/pictures');
  mkdirSync(places, { recursive: true });
  for (const { name } of pictures) writeFileSync(path.join(places, `${name}.png`), '');
  return buildHtml(root, pages);
}

test('a stranger reads the site, runs its command on a fresh Debian, and comes to the first live guest', async (ctx) => {
  if (missing) ctx.skip(missing);
  await using site = await startStaticSite(await siteOfText());
  await using downloads = await startStaticSite(release.files);
  const [browser, lab, machine] = await Promise.all([
    launch(),
    startLab({ nodes: 2, guests: 12, seed: 3, authDelayMs: 0 }),
    startDebian({ systemd: true, network: 'host', folders: {} }),
  ]);
  ctx.onTestFinished(async () => {
    await browser.close();
    await lab.stop();
  });
  if (machine.noSystemd) ctx.skip(machine.noSystemd);
  const before = await machine.inventory();

  const { page: reader } = await openPage(browser);
  await reader.goto(`${site.url}/`);
  await reader.getByRole('link', { name: 'Install', exact: true }).first().click();
  await reader.locator('main').getByRole('link', { name: 'Install on Debian, Ubuntu or Proxmox VE' }).click();
  await reader.getByRole('heading', { level: 2, name: /On a machine/ }).waitFor();
  const command = await reader.locator('pre code').first().innerText();
  expect(command).toContain(PLACE);
  // other tests of this machine may use the usual port
  await reader.getByRole('cell', { name: '--port N' }).waitFor();
  const port = await freePort();

  const said = await machine.sh(`${command.trim().replaceAll(PLACE, downloads.url)} --port ${port} 2>&1`);
  const line = said.split('\n').find((text) => text.includes('#setup=')) ?? '';
  await readToFirstGuest({ browser, site: site.url, line: line.trim(), host: lab.instances[0] });

  await reader.getByRole('heading', { level: 2, name: /Remove it/ }).waitFor();
  const [, purge = ''] = (await reader.locator('pre code').filter({ hasText: '--purge' }).innerText()).split('\n');
  await machine.sh(purge);
  expect(await machine.inventory()).toEqual(before);
});
