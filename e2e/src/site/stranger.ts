// A person who knows nothing but the site, from the link that Belfry printed to the first live guest.
import type { Lab } from '@belfry/lab/datacentre';
import { expect } from 'vitest';
import { type launch, openPage } from '../chromium.ts';

interface Way {
  browser: Awaited<ReturnType<typeof launch>>;
  /** The address of the site. */
  site: string;
  /** The line with the link that Belfry printed. */
  line: string;
  host: Lab['instances'][number] | undefined;
}

export async function readToFirstGuest({ browser, site, line, host }: Way): Promise<void> {
  const { page: reader } = await openPage(browser);
  await reader.goto(`${site}/`);
  await reader.getByRole('link', { name: 'The first ten minutes' }).first().click();
  await reader.getByRole('heading', { level: 2, name: /Make the administrator/ }).waitFor();
  const words = new Set(await reader.locator('main strong').allInnerTexts());
  /** A name that the page has. The stranger knows no other. */
  const word = (name: string) => {
    expect([...words]).toContain(name);
    return name;
  };
  const printed = (await reader.locator('pre code').first().textContent()) ?? '';
  expect(line.split('http')[0]).toBe(printed.split('http')[0]);

  const { page, errors } = await openPage(browser);
  await page.goto(line.slice(line.indexOf('http')).trim());
  await page.getByRole('button', { name: word('Set up Belfry') }).click();
  await page.getByRole('button', { name: word('Open Belfry') }).click();
  await page.getByText(word('No hypervisor nodes configured')).waitFor();
  await page.getByRole('link', { name: word('Go to Settings') }).click();
  await page
    .getByRole('button', { name: word('Add node') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(word('Host URL')).fill(host?.host ?? '');
  await dialog.getByRole('button', { name: word('By hand') }).click();
  await dialog.getByLabel(word('Token ID')).fill(host?.tokenName ?? '');
  await dialog.getByLabel(word('Token value')).fill(host?.tokenValue ?? '');
  await dialog.getByText(host?.fingerprint ?? '').waitFor();
  await dialog.getByRole('button', { name: word('Trust this certificate') }).click();
  await dialog.getByRole('button', { name: word('Test Connection') }).click();
  await dialog.getByRole('button', { name: word('Add node') }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page
    .getByRole('link', { name: word('Proxmox'), exact: true })
    .first()
    .click();
  const rows = page.locator('[aria-label="Guests"] tr.row');
  await rows.nth(3).waitFor();
  const text = async () => (await rows.allInnerTexts()).join();
  const before = await text();
  await expect.poll(text).not.toBe(before);
  expect(errors).toEqual([]);
}
