// Single sign-on with a real provider: switching it on, signing in, and every reason to refuse.

import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Administrator, setUp, signedIn, signIn } from './administrator.ts';
import { launch, noChromium, openPage } from './chromium.ts';
import {
  addressBack,
  type IdentityProvider,
  SECRET,
  signInAtProvider,
  startIdentityProvider,
} from './identity-provider.ts';
import { artifacts, type RunningProduct, startProduct } from './product.ts';
import { expectAccessible } from './views.ts';

const missing = noChromium();
let browser: Browser;
let product: RunningProduct;
let provider: IdentityProvider;
let admin: Administrator;
/** One browser for all refusals: a new one would load everything again each time. */
let visitor: Awaited<ReturnType<typeof stranger>>;

beforeAll(async () => {
  if (missing) return;
  [browser, product] = await Promise.all([launch(), startProduct({ BELFRY_TRUSTED_PROXIES: '127.0.0.1' })]);
  [admin, provider] = await Promise.all([setUp(product), startIdentityProvider(`${product.url}/api/oidc/callback`)]);
  visitor = await stranger();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await provider?.stop();
});
beforeEach(() => provider?.tamper('nothing'));

async function stranger() {
  const opened = await openPage(browser);
  // the pages of the provider ask for a font of another site
  await opened.page.route(
    ({ hostname }) => hostname !== '127.0.0.1',
    (route) => route.fulfill({ body: '' }),
  );
  return opened;
}

let addresses = 0;
/** The login in a new browser with its own client address, because failed sign-ins are counted by address. */
async function openLogin(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': `10.0.0.${++addresses}` });
  await page.goto(product.url);
}

const sso = (page: Page) => page.getByRole('button', { name: 'Continue with Single Sign-On' });
const configure = (settings: object = {}) =>
  admin.api('PUT', '/api/security/oidc', {
    ...{ enabled: true, issuerUrl: provider.issuer, clientId: 'belfry', clientSecret: SECRET },
    redirectUrl: `${product.url}/api/oidc/callback`,
    ...{ allowedEmails: [], allowedDomains: [], allowedGroups: [], adminGroups: [], operatorGroups: ['ops'] },
    ...settings,
  });

test('an administrator switches it on; a member of the group of operators signs in as operator, and gets the page they asked for', async (ctx) => {
  if (missing) ctx.skip(missing);
  const { page, errors } = await stranger();
  await page.goto(`${product.url}/settings/security`);
  await expect.poll(() => sso(page).count()).toBe(0);
  await signIn(page);
  await signedIn(page);

  const panel = page.getByRole('region', { name: 'Single sign-on (OpenID Connect)' });
  await panel.getByRole('switch', { name: 'Enable single sign-on' }).click();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await panel.getByText('Issuer URL is required').waitFor();
  await panel.getByLabel('Issuer URL').fill(provider.issuer);
  await panel.getByText('Issuer URL is required').waitFor({ state: 'detached' });
  await panel.getByLabel('Client ID').fill('belfry');
  await panel.getByLabel('Client secret').fill(SECRET);
  // filled in with the address under which this browser reaches Belfry
  await expect.poll(() => panel.getByLabel('Redirect URL').inputValue()).toBe(`${product.url}/api/oidc/callback`);
  await panel.getByText('everybody your provider admits becomes an administrator').waitFor();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const question = page.getByRole('dialog', { name: 'Make everybody an administrator?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await panel.getByRole('button', { name: 'Advanced options' }).click();
  await panel.getByLabel('Operator groups').fill('ops');
  await panel.getByText('everybody your provider admits becomes an administrator').waitFor({ state: 'detached' });
  await page.screenshot({ path: path.join(artifacts, 'oidc-panel.png') });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('OIDC settings updated').waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();

  await sso(page).waitFor();
  await page.getByText('Use your admin credentials to sign in below.').waitFor();
  await expectAccessible(page);
  await page.screenshot({ path: path.join(artifacts, 'login-sso.png') });
  await page.goto(`${product.url}/settings/security`);
  await sso(page).click();
  await signInAtProvider(page, 'pat');
  await signedIn(page, 'pat');
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/settings/security');
  const account = page.getByRole('region', { name: 'Authentication' });
  await account.getByText('operator', { exact: true }).waitFor();
  await account.getByText('single sign-on', { exact: true }).waitFor();
  await page.getByText('Only an administrator sees tokens').waitFor();
  expect(errors).toEqual([]);

  await page.getByRole('button', { name: 'Logout' }).click();
  await sso(page).waitFor();
  expect((await page.request.get(`${product.url}/api/state`)).status()).toBe(401);
  await page.context().close();
});

test('an administrator reads what the provider said of the last sign-ins, why, and what to set', async (ctx) => {
  if (missing) ctx.skip(missing);
  const { page, errors } = await stranger();
  const words = page.getByRole('region', { name: 'What the provider said' });
  const attempt = async (settings: object) => {
    await configure(settings);
    const person = await stranger();
    await openLogin(person.page);
    await sso(person.page).click();
    await signInAtProvider(person.page, 'pat');
    await person.page.waitForURL(`${product.url}/**`);
    await person.page.context().close();
  };
  await attempt({ groupsClaim: 'realm_access.roles' });
  await attempt({ groupsClaim: 'groups', clientSecret: 'another' });
  await page.goto(`${product.url}/settings/security`);
  await signIn(page);
  await signedIn(page);
  const refused = words.getByRole('group').nth(0);
  await refused.getByText('refused').click();
  await refused.getByText('invalid_client: client authentication failed').waitFor();
  const viewer = words.getByRole('group').nth(1);
  await viewer.getByText('viewer: in no group that gives a role').click();
  await viewer.getByText('The claim groups holds a list').waitFor();
  await viewer.getByRole('region', { name: 'Claims' }).getByText('"preferred_username": "pat"').waitFor();
  await expectAccessible(page);
  await words.screenshot({ path: path.join(artifacts, 'what-the-provider-said.png') });
  expect(errors).toEqual([]);
  await page.context().close();
});

test('a user of the provider signs out at its logout page, where one is configured, and comes back', async (ctx) => {
  if (missing) ctx.skip(missing);
  await configure({ logoutUrl: `${provider.issuer}/session/end` });
  const { page } = visitor;
  await openLogin(page);
  await sso(page).click();
  await signInAtProvider(page, 'pat');
  await signedIn(page, 'pat');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(`${provider.issuer}/**`);
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await page.waitForURL(`${product.url}/**`);
  await sso(page).waitFor();
  await configure({ logoutUrl: '' });
});

const GENERAL = 'Single sign-on failed. Please try again or contact an administrator.';
const EXPIRED = 'The sign-in attempt expired. Please try again.';

interface Refused {
  code: string;
  because: string;
  text: string;
  settings?: object;
  tampering?: Parameters<IdentityProvider['tamper']>[0];
  as?: string;
}
const refusals: readonly Refused[] = [
  {
    code: 'email_restricted',
    because: 'another address is allowed',
    text: 'Your account email is not permitted to access Belfry.',
    settings: { allowedEmails: ['boss@example.test'] },
  },
  {
    code: 'domain_restricted',
    because: 'the address has another domain',
    text: 'Your email domain is not allowed for access.',
    settings: { allowedDomains: ['example.test'] },
    as: 'sam',
  },
  {
    code: 'domain_restricted',
    because: 'the provider sends no address',
    text: 'Your email domain is not allowed for access.',
    settings: { allowedDomains: ['example.test'] },
    as: 'no-mail',
  },
  {
    code: 'group_restricted',
    because: 'the user is in other groups',
    text: 'Your account is not part of an authorized group to use Belfry.',
    settings: { allowedGroups: ['admins'] },
  },
  { code: 'invalid_claims', because: 'no claim is a user name', text: GENERAL, as: ' ' },
  {
    code: 'client_refused',
    because: 'the client secret is wrong',
    text: 'Your identity provider does not accept this Belfry: an administrator must check the client ID and the client secret.',
    settings: { clientSecret: 'another' },
  },
  { code: 'missing_id_token', because: 'the answer has none', text: GENERAL, tampering: 'id-token-removed' },
  {
    code: 'invalid_id_token',
    because: 'it was changed in transit',
    text: 'The ID token of your provider could not be verified. Check that the issuer URL in the single sign-on settings is exactly the one your provider announces.',
    tampering: 'id-token-forged',
  },
  {
    code: 'invalid_signature_alg',
    because: 'it is signed with the secret',
    text: 'Your identity provider issues HS256 tokens. Configure it to sign ID tokens with RS256.',
    settings: { clientId: 'belfry-hs256' },
  },
  {
    code: 'invalid_nonce',
    because: 'it belongs to another request',
    text: 'Security validation failed (nonce mismatch). Please try again.',
    tampering: 'nonce-replaced',
  },
];

/** Waits for the text of the login, and for an address without the result of the sign-in. */
async function expectRefusal(page: Page, text: string): Promise<void> {
  const alert = page.getByRole('alert');
  await alert.waitFor();
  await expect.poll(() => alert.innerText()).toBe(text);
  expect(page.url()).not.toContain('oidc');
  expect((await page.request.get(`${product.url}/api/state`)).status()).toBe(401);
}

const lastCode = async () => {
  const { entries } = (await admin.api('GET', '/api/security/audit?limit=20')) as {
    entries: { event: string; details: string }[];
  };
  return entries.find(({ event }) => event === 'oidc_login')?.details.split(':')[0];
};

test.for(refusals)('$code, because $because: the login says so', async (refused, ctx) => {
  if (missing) ctx.skip(missing);
  const { code, text, settings, tampering = 'nothing', as = 'pat' } = refused;
  await configure(settings);
  provider.tamper(tampering);
  const { page, errors } = visitor;
  await openLogin(page);
  await sso(page).click();
  await signInAtProvider(page, as);
  await expectRefusal(page, text);
  expect(await lastCode()).toBe(code);
  expect(errors).toEqual([]);
});

test('access_denied: a user who cancels at the provider comes back to the login', async (ctx) => {
  if (missing) ctx.skip(missing);
  await configure();
  const { page } = visitor;
  await openLogin(page);
  await sso(page).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expectRefusal(page, GENERAL);
  expect(await lastCode()).toBe('access_denied');
});

test('invalid_state: only the browser that began a sign-in can finish it, and only once', async (ctx) => {
  if (missing) ctx.skip(missing);
  await configure();
  const [mine, theirs] = [visitor, await stranger()];
  await openLogin(mine.page);
  await sso(mine.page).click();
  const back = await addressBack(mine.page, 'pat');
  await theirs.page.goto(back);
  await expectRefusal(theirs.page, EXPIRED);
  await mine.page.goto(back);
  await signedIn(mine.page, 'pat');
  await mine.page.context().clearCookies({ name: 'belfry_session' });
  await mine.page.goto(back);
  await expectRefusal(mine.page, EXPIRED);
  await theirs.page.context().close();
});

test('session_failed: the provider accepts the user, and the disk is full', async (ctx) => {
  if (missing) ctx.skip(missing);
  await configure();
  const database = new DatabaseSync(path.join(product.dataDir, 'belfry.db'), { timeout: 5000 });
  database.exec("CREATE TRIGGER full BEFORE INSERT ON sessions BEGIN SELECT RAISE(ABORT, 'disk full'); END");
  const { page } = visitor;
  await openLogin(page);
  await sso(page).click();
  await signInAtProvider(page, 'pat');
  await expectRefusal(page, 'Login succeeded but we could not create a session. Try again.');
  database.exec('DROP TRIGGER full');
  database.close();
});

test('a provider that cannot be reached is reported before the browser leaves', async (ctx) => {
  if (missing) ctx.skip(missing);
  await configure({ issuerUrl: 'http://127.0.0.1:9' });
  const { page } = visitor;
  await openLogin(page);
  await sso(page).click();
  await expectRefusal(page, 'Failed to start single sign-on. Please try again.');
  await page.getByRole('button', { name: 'Continue with Single Sign-On' }).waitFor();
});
