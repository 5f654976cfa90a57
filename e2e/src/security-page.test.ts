// The Security page: the default token, the audit log, and a hidden warning; and what the System page says about updates.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noChromium } from './chromium.ts';
import { usePages } from './kept-pages.ts';
import { type RunningProduct, startProduct } from './product.ts';
import { expectAccessible } from './views.ts';

const open = usePages();
const missing = noChromium();
let product: RunningProduct;

beforeAll(async () => {
  if (missing) return;
  product = await startProduct({ BELFRY_AUTH_DISABLED: 'true' });
});
afterAll(async () => {
  await product?.stop();
});

const at = (screen: string) => new URL(screen, product.url).href;
const post = async (path: string, body: object) => {
  const reply = await fetch(at(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return reply.json();
};
const isValid = async (token: string) => (await post('/api/security/validate-token', { token })).valid;

test('a new default token is shown once, and the old one is refused from then on', async (ctx) => {
  if (missing) ctx.skip(missing);
  const { token: old } = await post('/api/security/regenerate-token', {});
  expect(await isValid(old)).toBe(true);
  const { page } = await open(ctx);
  await page.goto(at('/settings/security'));
  await page.getByRole('button', { name: 'Regenerate default token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Generate a new API token?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Generate new token' }).click();
  await dialog.getByText("New API token generated! Save it now - it won't be shown again.").waitFor();
  const token = (await dialog.locator('code').textContent()) ?? '';
  expect([await isValid(old), await isValid(token)]).toEqual([false, true]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByText(token).count()).toBe(0);
});

test('the audit log of an open page shows what others do', async (ctx) => {
  const { page } = await open(ctx);
  await page.goto(at('/settings/security'));
  const log = page.getByRole('region', { name: 'Audit log' });
  await log.waitFor();
  await post('/api/security/tokens', { name: 'seen-in-the-log', scope: 'read' });
  await log.getByText('seen-in-the-log, read').waitFor();
});

test('a hidden security warning, and hidden new versions, can be shown again', async (ctx) => {
  const { page } = await open(ctx);
  await page.goto(at('/settings/security'));
  const warning = page.getByRole('region', { name: 'Security warning' });
  await warning.getByRole('button', { name: 'Show details' }).click();
  await warning.getByRole('button', { name: 'Forever', exact: true }).click();
  await warning.waitFor({ state: 'detached' });
  await page.getByText('The security warning is hidden in this browser.').waitFor();
  await page.getByRole('button', { name: 'Show it again' }).click();
  await warning.waitFor();

  await page.evaluate(() =>
    localStorage.setItem('updates', JSON.stringify({ lastCheck: 0, updateInfo: null, dismissedVersion: 'all' })),
  );
  await page.goto(at('/settings/system'));
  await page.getByText('No list of releases is set (BELFRY_UPDATE_FEED)').waitFor();
  await page.getByText('New versions are not announced in this browser.').waitFor();
  await page.getByRole('button', { name: 'Announce again' }).click();
  await page.getByText('New versions are not announced in this browser.').waitFor({ state: 'detached' });
});
