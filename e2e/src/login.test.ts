// The login screen and the security warning, for each thing the product can say about its security.
import { describe, expect, test } from 'vitest';
import { aNode } from './made.ts';
import { type Stage, useStage } from './stage.ts';
import { expectAccessible } from './views.ts';

const open = useStage();
const PATH = '/proxmox/overview';
const state = { nodes: [aNode('pve1')] };
const guarded = {
  hasAuthentication: true,
  requiresAuth: true,
  credentialsEncrypted: true,
  exportProtected: true,
  apiTokenConfigured: true,
  hasHTTPS: true,
};
const inside = { ...guarded, method: 'session', username: 'admin', isAdmin: true };
const says = (status: object) => ({ state, prepare: ({ answer }: Stage) => answer('/api/security/status', status) });

describe('the login screen', () => {
  test('has a title, a subtitle, two required fields and a button that says when it is busy', async (ctx) => {
    const { page } = await open(ctx, '/', { ...says(guarded), expected: /401/ });
    await page.getByRole('heading', { name: 'Welcome to Belfry' }).waitFor();
    await page.getByText('Enter your credentials to continue').waitFor();
    const submit = page.getByRole('button', { name: 'Sign in to Belfry' });
    await submit.click();
    await page.getByText('Username is required').waitFor();
    await page.getByText('Password is required').waitFor();
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/api/login', async (route) => {
      await held;
      await route.fulfill({ status: 401, json: { success: false } });
    });
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password').fill('wrong');
    await submit.click();
    await page.getByRole('button', { name: 'Authenticating...' }).waitFor();
    release();
    await page.getByText('Invalid username or password').waitFor();
    await expect.poll(() => page.getByLabel('Username').inputValue()).toBe('');
  });

  test('when no answer comes, it tries another request and reports its result', async (ctx) => {
    const { page } = await open(ctx, '/', { ...says(guarded), expected: /401|500|ERR_FAILED/ });
    const asked: (string | undefined)[] = [];
    let status = 0;
    await page.route('**/api/login', (route) => route.abort());
    await page.route('**/api/state', (route) => {
      asked.push(route.request().headers().authorization);
      return status === 0 ? route.abort() : route.fulfill({ status, json: {} });
    });
    for (const [answer, text] of [
      [401, 'Invalid username or password'],
      [500, 'Server error. Please try again.'],
      [0, 'Failed to connect to server'],
    ] as const) {
      status = answer;
      await page.getByLabel('Username').fill('jürgen');
      await page.getByLabel('Password').fill('geheim');
      await page.getByRole('button', { name: 'Sign in to Belfry' }).click();
      await page.getByRole('alert').getByText(text).waitFor();
    }
    expect(new Set(asked)).toEqual(new Set([`Basic ${Buffer.from('jürgen:geheim').toString('base64')}`]));
  });

  test('signs in with the second request when only the first answer was lost', async (ctx) => {
    const { page } = await open(ctx, '/', { ...says(guarded), expected: /ERR_FAILED/ });
    let tries = 0;
    await page.route('**/api/login', (route) =>
      ++tries === 1 ? route.abort() : route.fulfill({ json: { success: true, message: '' } }),
    );
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password').fill('right');
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Sign in to Belfry' }).click();
    await reloaded;
    expect(tries).toBe(2);
  });

  test('offers single sign-on above an “or” where it is enabled', async (ctx) => {
    const { page } = await open(ctx, '/', says({ ...guarded, oidcEnabled: true }));
    await page.getByText('or', { exact: true }).waitFor();
    await page.getByText('Use your admin credentials to sign in below.').waitFor();
    await page.route('**/api/oidc/login', () => {});
    await page.getByRole('button', { name: 'Continue with Single Sign-On' }).click();
    await page.getByRole('button', { name: 'Redirecting…' }).waitFor();
  });

  test('the setup is shown instead while there is no account', async (ctx) => {
    const { page } = await open(ctx, '/', says({ ...guarded, hasAuthentication: false }));
    await page.getByRole('heading', { name: 'Set up Belfry' }).waitFor();
  });

  test('says what it waits for: first the status, then the code of the setup', async (ctx) => {
    let release = () => {};
    const { page } = await open(ctx, '/', {
      state,
      prepare: async ({ page: own }) => {
        const held = new Promise<void>((done) => {
          release = done;
        });
        await own.route('**/api/security/status', async (route) => {
          await held;
          await route.fulfill({ json: { ...guarded, hasAuthentication: false } });
        });
        await own.route('**/assets/setup-*.js', () => {});
      },
    });
    await page.getByText('Checking authentication...').waitFor();
    release();
    await page.getByText('Loading setup...').waitFor();
  });

  test('says after a single sign-on that it succeeded, while it waits for the status', async (ctx) => {
    const { page } = await open(ctx, '/?oidc=success', {
      state,
      prepare: ({ page: own }) => own.route('**/api/security/status', () => {}),
    });
    await page.getByText('Signed in successfully. Loading Belfry…').waitFor();
  });

  test('says so also when the server answers at once', async (ctx) => {
    const { page } = await open(ctx, '/?oidc=success', { state });
    await page.getByText('Signed in successfully. Loading Belfry…').first().waitFor();
  });
});

describe('the security warning', () => {
  const weak = { ...inside, exportProtected: false, hasHTTPS: false };
  const banner = (page: Stage['page']) => page.getByRole('region', { name: 'Security warning' });

  test('is yellow below four points and red when the public may do anything', async (ctx) => {
    const yellow = await open(ctx, PATH, says(weak));
    await banner(yellow.page).getByText('Security score 3 of 5').waitFor();
    await expect.poll(() => banner(yellow.page).getAttribute('class')).toContain('bg-warn');
    // one line above the header
    await expect.poll(async () => (await banner(yellow.page).boundingBox())?.y).toBe(0);
    await expect.poll(async () => (await banner(yellow.page).boundingBox())?.height).toBeLessThan(40);
    const red = await open(
      ctx,
      PATH,
      says({ ...inside, disabled: true, hasAuthentication: false, publicAccess: true }),
    );
    await banner(red.page).waitFor();
    await expect.poll(() => banner(red.page).getAttribute('class')).toContain('bg-crit');
  });

  test.for(['en-US', 'de-DE'])(
    'takes one line on a phone in the language of %s, and the link is among the details',
    async (locale, ctx) => {
      const { page } = await open(ctx, '/docker', { ...says(weak), locale, viewport: { width: 390, height: 844 } });
      const warning = page.getByRole('region', { name: /Security warning|Sicherheit/ });
      await expect.poll(async () => (await warning.boundingBox())?.height).toBeLessThan(40);
      await expect.poll(() => warning.getByRole('link').count()).toBe(0);
      await warning.getByRole('button').first().click();
      await expect.poll(() => warning.getByRole('link').getAttribute('href')).toBe('/settings?tab=security');
      await expectAccessible(page);
    },
  );

  test('is not shown from four points on', async (ctx) => {
    const { page } = await open(ctx, PATH, says({ ...inside, hasHTTPS: false }));
    await expect.poll(() => banner(page).count()).toBe(0);
  });

  test('lists its checks on request, warns of a public network, and leads to the security settings', async (ctx) => {
    const { page } = await open(ctx, PATH, says({ ...weak, publicAccess: true }));
    await banner(page).getByRole('button', { name: 'Show details' }).click();
    const text = await banner(page).innerText();
    for (const check of ['Credentials encrypted', 'Export protected', 'HTTPS', 'uthentication', 'Audit log'])
      expect(text).toContain(check);
    await banner(page).getByText('You reach Belfry over a public network.').waitFor();
    await banner(page).getByRole('button', { name: 'Hide details' }).click();
    await expect.poll(() => banner(page).getByRole('link').getAttribute('href')).toBe('/settings?tab=security');
  });

  test('comes late when the network fails to load its code, and delays nothing else', async (ctx) => {
    let cuts = 0;
    const { page } = await open(ctx, PATH, {
      state,
      expected: /ERR_CONNECTION_RESET/,
      async prepare({ page, answer }) {
        await answer('/api/security/status', weak);
        await page.route('**/assets/warning-banner-*.js', (route) => {
          cuts += 1;
          return cuts > 2 ? route.continue() : route.abort('connectionreset');
        });
      },
    });
    await expect.poll(() => page.getByText('pve1').first().isVisible()).toBe(true);
    await banner(page).waitFor();
    expect(cuts).toBeGreaterThan(2);
  });

  test.for([
    ['1 day', 1],
    ['1 week', 7],
    ['Forever', 36_500],
    ['Dismiss for 1 week', 7],
  ] as const)('does not come back for %s, because it stores the time', async ([choice, days], ctx) => {
    const { page } = await open(ctx, PATH, says(weak));
    await banner(page).getByRole('button', { name: 'Show details' }).click();
    await banner(page).getByRole('button', { name: choice, exact: true }).click();
    await banner(page).waitFor({ state: 'detached' });
    const until = await page.evaluate(() => Number(localStorage.getItem('security-warning-dismissed-until')));
    expect(Math.round((until - Date.now()) / 86_400_000)).toBe(days);
    await page.reload();
    await page.getByText(/Last refresh/).waitFor();
    await expect.poll(() => banner(page).count()).toBe(0);
  });
});
