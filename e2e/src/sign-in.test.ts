// Signing in and out, signing other browsers out, tokens, a new password, and the lock after wrong passwords.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, setUp, signedIn, signIn } from './administrator.ts';
import { launch, noChromium, openPage } from './chromium.ts';
import { artifacts, type RunningProduct, startProduct } from './product.ts';
import { expectAccessible, expectWhole, extremes } from './views.ts';

const missing = noChromium();
let browser: Browser;
let product: RunningProduct;

beforeAll(async () => {
  if (missing) return;
  [browser, product] = await Promise.all([launch(), startProduct({ BELFRY_TRUSTED_PROXIES: '127.0.0.1' })]);
  await setUp(product);
  mkdirSync(artifacts, { recursive: true });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in to Belfry' });
const securityPage = () => `${product.url}/settings/security`;
const panel = (page: Page, name: string) => page.getByRole('region', { name });

/** A new browser with the client address `address`, at the login. */
async function visitor(address: string) {
  const opened = await openPage(browser, { extraHTTPHeaders: { 'x-forwarded-for': address } });
  await opened.page.goto(securityPage());
  return opened;
}
async function administrator(address: string, password = PASSWORD) {
  const opened = await visitor(address);
  await signIn(opened.page, password);
  await signedIn(opened.page);
  return opened;
}

// before the theme is chosen below: until then the pages follow the browser
test.for(extremes)(
  'login, security page and setup command are whole and accessible at $width px in both themes',
  async (viewport, ctx) => {
    if (missing) ctx.skip(missing);
    const { page } = await openPage(browser, { viewport, extraHTTPHeaders: { 'x-forwarded-for': '10.0.0.10' } });
    await page.goto(`${securityPage()}?oidc=error&oidc_error=domain_restricted`);
    await page.getByText('Your email domain is not allowed for access.').waitFor();
    await expectWhole(page, 'login-refused');
    await signIn(page);
    await panel(page, 'Audit log').getByText('Sign-in').first().waitFor();
    await expectWhole(page, 'security');
    const oidc = panel(page, 'Single sign-on (OpenID Connect)');
    await oidc.getByRole('button', { name: 'Advanced options' }).click();
    await oidc.scrollIntoViewIfNeeded();
    await expectWhole(page, 'security-oidc');
    await page.goto(`${product.url}/settings/pve`);
    await page.getByRole('button', { name: 'Add node' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Host URL').fill('https://pve1.lan:8006');
    await dialog.getByRole('button', { name: 'Generate command' }).click();
    await dialog.locator('code', { hasText: 'curl' }).waitFor();
    await expectWhole(page, 'setup-command');
    await page.context().close();
  },
);

test('logout ends the session on the server, and the browser forgets everything except the theme', async (ctx) => {
  if (missing) ctx.skip(missing);
  const { page, errors } = await administrator('10.0.0.1');
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
  const cookies = await page.context().cookies();
  await page.getByRole('button', { name: 'Logout' }).click();
  await signInButton(page).waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('belfry_session');
  const kept = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  expect((await fetch(`${product.url}/api/state`, { headers: { cookie: kept } })).status).toBe(401);
  expect(errors).toEqual([]);
  await page.context().close();
});

/** On `page`, signs out the browser with the client address `address`. */
async function signOut(page: Page, address: string): Promise<void> {
  await page.reload();
  const browsers = panel(page, 'Signed-in browsers');
  await browsers.getByRole('button', { name: `Sign out admin ${address}` }).click();
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('Signed out', { exact: true }).waitFor();
  await browsers.getByText(address).waitFor({ state: 'detached' });
}

test('with authentication disabled an account can be made; it is in force after a start without that variable', async (ctx) => {
  if (missing) ctx.skip(missing);
  const open = await startProduct({ BELFRY_AUTH_DISABLED: 'true' });
  const { page, errors } = await openPage(browser);
  await page.goto(`${open.url}/settings/security`);
  await page.getByText('Authentication disabled').waitFor();
  await page.getByRole('button', { name: 'Setup' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up sign-in' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Set up now' }).click();
  await dialog.getByText('Admin credentials generated. Save them before continuing.').waitFor();
  await expect
    .poll(() => dialog.locator('code').allInnerTexts())
    .toEqual(['admin', expect.stringMatching(/^[\w-]{16}$/), expect.any(String)]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Security is configured and takes effect after a restart of Belfry.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Setup' }).count()).toBe(0);
  await page.screenshot({ path: path.join(artifacts, 'security-pending-restart.png') });
  expect(errors).toEqual([]);
  await page.context().close();
  await open.stop();
});

test('a browser that is signed out by another one goes to the login, which says why', async (ctx) => {
  if (missing) ctx.skip(missing);
  const [mine, other] = [await administrator('10.0.0.2'), await administrator('10.0.0.3')];
  await signOut(mine.page, '10.0.0.3');
  await other.page.getByText('Your session has ended. Please sign in again.').waitFor();
  await signIn(other.page);
  await signedIn(other.page);
  expect(new URL(other.page.url()).pathname).toBe('/settings/security');
  expect(mine.errors).toEqual([]);
  for (const { page } of [mine, other]) await page.context().close();
});

test('a browser without a socket is signed out with its next request', async (ctx) => {
  if (missing) ctx.skip(missing);
  const [mine, other] = [await administrator('10.0.0.4'), await visitor('10.0.0.5')];
  await other.page.routeWebSocket('**', () => undefined);
  await signIn(other.page);
  await signedIn(other.page);
  // the page of security asks for the audit log again and again, this one for nothing
  await other.page.getByRole('link', { name: 'Updates' }).click();
  await other.page.getByRole('heading', { name: 'Update History' }).waitFor();
  await signOut(mine.page, '10.0.0.5');
  const ended = other.page.getByText('Your session has ended. Please sign in again.');
  // a part that comes late may ask before the page of nodes does
  await other.page.getByRole('link', { name: 'VE nodes' }).or(ended).first().click();
  await ended.waitFor();
  for (const { page } of [mine, other]) await page.context().close();
});

test('a token is shown once, gives access to the API, and is refused after it is revoked', async (ctx) => {
  if (missing) ctx.skip(missing);
  const { page, errors } = await administrator('10.0.0.6');
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await dialog.getByText('Name is required').waitFor();
  await dialog.getByLabel('Name').fill('backup script');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const token = await dialog.locator('code').innerText();
  const ask = async () => (await fetch(`${product.url}/api/state`, { headers: { 'x-api-token': token } })).status;
  expect(await ask()).toBe(200);
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect(await page.content()).not.toContain(token);

  await page.getByRole('button', { name: 'Revoke backup script' }).click();
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Token revoked').first().waitFor();
  await panel(page, 'API tokens').getByText('backup script').waitFor({ state: 'detached' });
  expect(await ask()).toBe(401);
  expect(errors).toEqual([]);
  await page.context().close();
});

test('after five wrong passwords an address is locked out for some minutes, and other addresses are not', async (ctx) => {
  if (missing) ctx.skip(missing);
  const { page } = await visitor('10.0.0.8');
  for (const said of [
    '(4 attempts remaining)',
    '(3 attempts remaining)',
    '(2 attempts remaining)',
    '(1 attempt remaining)',
  ]) {
    await signIn(page, 'wrong');
    await page.getByText(`Invalid username or password ${said}`).waitFor();
  }
  await signIn(page, 'wrong');
  await page.getByText('Invalid username or password. Account is now locked.').waitFor();
  await signIn(page, PASSWORD);
  await page.getByText('Account locked. Please try again in 15 minutes.').waitFor();
  await page.getByText('Lockouts automatically expire after the specified time.').waitFor();
  await expectAccessible(page);
  const other = await administrator('10.0.0.9');
  for (const opened of [page, other.page]) await opened.context().close();
});

// from here on the password is a different one
test('a new password signs every browser out, and the old one is refused', async (ctx) => {
  if (missing) ctx.skip(missing);
  const { page } = await administrator('10.0.0.7');
  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  const change = async (current: string, next: string, repeated = next) => {
    await dialog.getByLabel('Current password').fill(current);
    await dialog.getByLabel('New password', { exact: true }).fill(next);
    await dialog.getByLabel('Repeat the new password').fill(repeated);
    await dialog.getByRole('button', { name: 'Change password' }).click();
  };
  await change('wrong', 'another horse battery');
  await dialog.getByText('Current password is incorrect').waitFor();
  await expectAccessible(page);
  await change(PASSWORD, 'another horse battery');
  await dialog.getByText('Password changed successfully. Please log in with your new password.').waitFor();
  await signInButton(page).waitFor();
  await signIn(page, PASSWORD);
  await page.getByText('Invalid username or password (4 attempts remaining)').waitFor();
  await signIn(page, 'another horse battery');
  await signedIn(page);
  await page.context().close();
});

test('rotated credentials stay on the page until they are confirmed, although its session has ended', async (ctx) => {
  if (missing) ctx.skip(missing);
  const { page } = await administrator('10.0.0.11', 'another horse battery');
  await page.getByRole('button', { name: 'Rotate credentials' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rotate credentials' });
  await dialog.getByRole('button', { name: 'Rotate now' }).click();
  await dialog.getByText('Enter the current password').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Current password').fill('another horse battery');
  await dialog.getByRole('switch', { name: 'End all other API tokens too' }).click();
  await dialog.getByRole('button', { name: 'Rotate now' }).click();
  await dialog.getByText('Admin credentials generated. Save them before continuing.').waitFor();
  await expectAccessible(page);
  const [, password = ''] = await dialog.locator('code').allInnerTexts();
  await page.getByText('Reconnecting...').waitFor();
  // a page without a socket asks for the status
  await page.waitForResponse('**/api/security/status');
  await expect.poll(() => dialog.getByText(password, { exact: true }).count()).toBe(1);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await signIn(page, password);
  await signedIn(page);
  await page.context().close();
});
