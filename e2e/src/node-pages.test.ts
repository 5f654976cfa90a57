// The node pages with invented answers: the switch of discovery, results of a scan, health of hosts, roles.
import type { Instance } from '@belfry/schema/entities/instance';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Stage, useStage } from './stage.ts';
import { expectAccessible } from './views.ts';

const open = useStage();
const PATH = '/settings/pve';
const found = { ip: '10.0.0.9', port: 8006, type: 'pve', version: '9.1', hostname: 'attic' };
const scanned = (more: object = {}) => ({
  ...{ servers: [found], errors: [], cached: true, scanning: false },
  ...{ updated: Math.floor(Date.now() / 1000) - 90, age: 90, timestamp: null },
  ...more,
});
const settings = (discoveryEnabled: boolean, envOverrides = {}) => ({
  ...{ theme: '', discoveryEnabled, discoverySubnet: 'auto', envOverrides },
});
const aHost = (more: object) => ({
  ...{ id: '1', type: 'pve', name: 'dc', instance: 'dc', host: 'https://dc.lan:8006' },
  ...{ hasPassword: false, hasToken: true },
  ...{ tokenName: 'm@pam!t', verifySSL: true, status: 'connected', monitorVMs: true },
  ...more,
});
const discoverySwitch = (page: Page) => page.getByRole('switch', { name: 'Discovery' });

/** Answers as a server with these settings would; `save` answers a change. */
async function server({ page, answer }: Stage, on: boolean, save: (to: boolean) => number = () => 200) {
  let enabled = on;
  await answer('/api/discover', scanned());
  await page.route('**/api/config/system', (route) => route.fulfill({ json: settings(enabled) }));
  await page.route('**/api/system/settings/update', (route) => {
    const { discoveryEnabled } = route.request().postDataJSON();
    const status = save(discoveryEnabled);
    if (status === 200) enabled = discoveryEnabled;
    return route.fulfill({ status, json: status === 200 ? { success: true } : { error: 'The disk is full' } });
  });
}

test('discovery is switched on and off on the page, which shows cards, a refresh button and a text for each case', async (ctx) => {
  const { page } = await open(ctx, PATH, { prepare: (stage) => server(stage, false) });
  await discoverySwitch(page).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Refresh' }).count()).toBe(0);
  await discoverySwitch(page).click();
  await page.getByText('Discovery enabled — scanning network...').waitFor();
  await page.getByText(/Last scan \d+ minutes? ago/).waitFor();
  await page.getByText('Discovered', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText('Discovery scan started').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: /attic.*Click to configure/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Proxmox VE' });
  await expect.poll(() => dialog.getByLabel('Host URL').inputValue()).toBe('https://10.0.0.9:8006');
  await expect.poll(() => dialog.getByLabel('Name (optional)').inputValue()).toBe('attic');
  await dialog.getByRole('button', { name: 'Back to Discovery' }).click();
  await discoverySwitch(page).click();
  await page.getByText('Discovery disabled').waitFor();
  await page.getByText('Discovered', { exact: true }).waitFor({ state: 'detached' });
});

test.for([
  ['/settings/pve', '**/api/config/nodes', 'Loading configuration...'],
  ['/settings/urls', '**/api/guests/metadata', 'Loading guest URLs...'],
] as const)('%s says in plain sight what it loads', async ([path, held, text], ctx) => {
  let release = () => {};
  const answered = new Promise<void>((done) => {
    release = done;
  });
  const hold = ({ page: own }: Stage) =>
    own.route(held, async (route) => {
      await answered;
      await route.continue();
    });
  const { page } = await open(ctx, path, { prepare: hold });
  const line = page.locator('main').getByText(text, { exact: true });
  // a text for screen readers alone is one pixel wide
  await expect.poll(async () => (await line.boundingBox())?.width).toBeGreaterThan(50);
  release();
  await line.waitFor({ state: 'detached' });
});

test('a switch that could not be saved goes back and says why; one that is set by the environment is locked', async (ctx) => {
  const failing = await open(ctx, PATH, { expected: /500/, prepare: (stage) => server(stage, false, () => 500) });
  await discoverySwitch(failing.page).click();
  await failing.page.getByText('Failed to update discovery setting').first().waitFor();
  await failing.page.getByText('The disk is full').first().waitFor();
  await expect.poll(() => discoverySwitch(failing.page).getAttribute('aria-checked')).toBe('false');
  const held = await open(ctx, PATH, {
    prepare: ({ answer }) => answer('/api/config/system', settings(true, { discoveryEnabled: true })),
  });
  await held.page.getByText('Set by an environment variable').waitFor();
  await expect.poll(() => discoverySwitch(held.page).isDisabled()).toBe(true);
});

test('a scan shows each host when it is found, with its issues, but no host that is monitored already', async (ctx) => {
  const { page, say } = await open(ctx, PATH, {
    prepare: async (stage) => {
      await server(stage, true);
      await stage.answer('/api/config/nodes', [aHost({ host: 'https://10.0.0.10:8006' })]);
    },
  });
  await page.getByText('attic').waitFor();
  const tell = (servers: object[], more: object = {}) =>
    say({ type: 'discovery_update', data: { servers, errors: [], timestamp: 1, ...more } });
  say({ type: 'discovery_started', data: { subnet: '10.0.0.0/24', timestamp: 1 } });
  await page.getByText('Scanning the network. This can take up to a minute.').waitFor();
  tell([{ ...found, ip: '10.0.0.11', hostname: 'cellar' }], { immediate: true });
  tell([{ ...found, ip: '10.0.0.10', hostname: 'watched' }], { immediate: true });
  await page.getByText('cellar').waitFor();
  await expect.poll(() => page.getByRole('button', { name: /Click to configure/ }).count()).toBe(2);
  tell([{ ...found, ip: '10.0.0.11', hostname: 'cellar' }], { errors: ['10.0.1.0/24: no route'] });
  await page.getByText('Discovery issues').waitFor();
  await page.getByText('attic').waitFor({ state: 'detached' });
});

test('while the form is open the page asks for hosts and scan results every three seconds', async (ctx) => {
  const asked = { nodes: 0, discover: 0 };
  const { page } = await open(ctx, PATH, { prepare: (stage) => server(stage, true) });
  page.on('request', (request) => {
    if (request.url().endsWith('/api/config/nodes')) asked.nodes++;
    if (request.url().endsWith('/api/discover')) asked.discover++;
  });
  await page.clock.install();
  await page.getByRole('button', { name: 'Add node' }).click();
  await page.getByRole('dialog').waitFor();
  await page.clock.runFor(3_100);
  await expect.poll(() => Math.min(asked.nodes, asked.discover)).toBeGreaterThan(0);
});

test('the dot follows the live connection; a new host pulses until its first answer', async (ctx) => {
  const instance = (health: Instance['health'], error?: Instance['error']): Instance => ({
    ...{ id: 'dc', kind: 'pve', name: 'dc', host: 'https://dc.lan:8006', dropped: 0, endpoints: [], health },
    ...(error && { error }),
  });
  const { page, show } = await open(ctx, PATH, {
    state: { instances: [instance('healthy')] },
    prepare: async (stage) => {
      await server(stage, false);
      await stage.answer('/api/config/nodes', [
        aHost({}),
        aHost({ id: '2', name: 'new', instance: 'new', status: 'pending' }),
      ]);
    },
  });
  const card = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  await card('dc').getByRole('img', { name: 'Connected' }).waitFor();
  await card('new').getByRole('img', { name: 'Not asked yet' }).waitFor();
  show({ instances: [instance('degraded')] });
  await card('dc').getByRole('img', { name: 'Answers, but not to everything' }).waitFor();
  const error = { kind: 'unreachable', message: 'no route to host', since: new Date().toISOString() } as const;
  show({ instances: [instance('error', error)] });
  await card('dc').getByRole('img', { name: 'Does not answer' }).waitFor();
  await card('dc').getByText('no route to host').waitFor();
  await expectAccessible(page);
});

test('the form of a mail gateway says what is collected; Escape does not close it when it was filled in', async (ctx) => {
  // there is no such host, so its certificate cannot be read
  const { page } = await open(ctx, '/settings/pmg', { expected: /400/, prepare: (stage) => server(stage, false) });
  await page.getByRole('button', { name: 'Add mail gateway' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Proxmox Mail Gateway' });
  await dialog.getByLabel('Host URL').fill('mail.lan');
  const collected = { 'Mail statistics': true, Queues: true, Quarantine: true, 'Statistics per domain': false };
  for (const [name, checked] of Object.entries(collected))
    await expect.poll(() => dialog.getByRole('switch', { name }).isChecked()).toBe(checked);
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => dialog.getByLabel('Host URL').inputValue()).toBe('mail.lan');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
});

test('the setup command holds the typed name, what is to be monitored and an address that other machines reach, and follows their changes', async (ctx) => {
  const { page } = await open(ctx, PATH, {
    prepare: async (stage) => {
      await server(stage, false);
      const addresses = ['http://192.168.1.5:7655', 'http://10.0.0.5:7655'];
      await stage.answer('/api/config/addresses', { publicUrl: '', addresses, isOnlyHere: false });
    },
  });
  const bodies: { name?: string; pulse_url?: string; monitor: Record<string, boolean> }[] = [];
  await page.route('**/api/setup-script-url', (route) => {
    const body = route.request().postDataJSON();
    bodies.push(body);
    const url = `${body.pulse_url}/api/setup-script?auth_token=x`;
    return route.fulfill({ json: { url, command: `curl -fsSL '${url}' | bash`, expires: 2_000_000_000 } });
  });
  await page.getByRole('button', { name: 'Add node' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Proxmox VE' });
  const address = dialog.getByLabel('Address of Belfry for other machines');
  // this page is at 127.0.0.1, which means another machine there
  await expect.poll(() => address.inputValue()).toBe('http://192.168.1.5:7655');
  await dialog.getByLabel('Host URL').fill('pve1.lan');
  await dialog.getByLabel('Name (optional)').fill('Attic');
  const generate = dialog.getByRole('button', { name: 'Generate command' });
  await generate.click();
  await dialog.getByText("curl -fsSL 'http://192.168.1.5:7655/api/setup-script").waitFor();
  await dialog.getByRole('button', { name: 'http://10.0.0.5:7655' }).click();
  await dialog.getByRole('switch', { name: 'Physical disk health (SMART)' }).click();
  await dialog.getByRole('switch', { name: 'Containers' }).click();
  await dialog.getByText('curl -fsSL').waitFor({ state: 'detached' });
  await generate.click();
  await dialog.getByText("curl -fsSL 'http://10.0.0.5:7655/api/setup-script").waitFor();
  expect(bodies.map(({ name, pulse_url }) => [name, pulse_url])).toEqual([
    ['Attic', 'http://192.168.1.5:7655'],
    ['Attic', 'http://10.0.0.5:7655'],
  ]);
  const choices = { monitorVMs: true, monitorContainers: true, monitorPhysicalDisks: false };
  expect(bodies.map(({ monitor }) => monitor)).toMatchObject([
    choices,
    { ...choices, monitorContainers: false, monitorPhysicalDisks: true },
  ]);
  await address.fill('http://localhost:7655');
  await dialog.getByText('Other machines cannot reach Belfry at this address').waitFor();
  await address.fill('no address');
  await dialog.getByText('Enter an address such as').waitFor();
  await expectAccessible(page);
});

test('a trusted certificate counts for its address only; an expired one and one that cannot be read say what to do', async (ctx) => {
  const fingerprint = 'AB:'.repeat(31).concat('AB');
  const times = { validFrom: '2026-01-01T00:00:00.000Z', validTo: '2026-02-01T00:00:00.000Z' };
  const { page } = await open(ctx, '/settings/pbs', {
    expected: /400/,
    prepare: async (stage) => {
      await server(stage, false);
      await stage.page.route('**/api/config/nodes/certificate', (route) => {
        const { host } = route.request().postDataJSON();
        if (host === 'gone.lan') return route.fulfill({ status: 400, json: { error: 'gone.lan cannot be reached' } });
        const certificate = { subject: `CN=${host}`, issuer: 'CN=its own', ...times, fingerprint, flaw: 'expired' };
        return route.fulfill({ json: certificate });
      });
    },
  });
  await page.getByRole('button', { name: 'Add backup server' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Proxmox Backup Server' });
  await dialog.getByRole('button', { name: 'By hand' }).click();
  const host = dialog.getByLabel('Host URL');
  const type = async (address: string) => {
    await host.fill(address);
    await host.press('Tab');
  };
  const trust = dialog.getByRole('button', { name: 'Trust this certificate' });
  await type('one.lan');
  await dialog.getByText('The certificate of this host has expired.').waitFor();
  await dialog.getByText('proxmox-backup-manager cert info').waitFor();
  await trust.click();
  await dialog.getByText('You trust this certificate.').waitFor();
  await type('two.lan');
  await dialog.getByText('CN=two.lan').waitFor();
  await trust.waitFor();
  await type('gone.lan');
  await dialog.getByText('gone.lan cannot be reached').waitFor();
  await dialog.getByRole('button', { name: 'Retry' }).waitFor();
  await expectAccessible(page);
});

test('a host from the environment can be tested, but not changed here', async (ctx) => {
  const { page } = await open(ctx, PATH, {
    prepare: ({ answer }) => answer('/api/config/nodes', [aHost({ id: 'env-dc', fixed: true })]),
  });
  await page.getByText('Set by BELFRY_NODES').waitFor();
  await page.getByRole('button', { name: 'Test the connection to dc' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^(Edit|Delete) dc/ }).count()).toBe(0);
});

test('a viewer sees the hosts without any way to change them, and the reason', async (ctx) => {
  const { page } = await open(ctx, PATH, {
    prepare: async (stage) => {
      await server(stage, true);
      await stage.answer('/api/config/nodes', [aHost({})]);
      const who = { method: 'proxy', username: 'ada', role: 'viewer', isAdmin: false, hasProxyAuth: true };
      await stage.answer('/api/security/status', { hasAuthentication: true, requiresAuth: true, ...who });
    },
  });
  await page.getByRole('heading', { name: 'dc' }).waitFor();
  await page.getByText('Only an administrator can change what is watched.').waitFor();
  await expect.poll(() => page.getByRole('main').getByRole('button').count()).toBe(0);
  await expect.poll(() => page.getByRole('main').getByRole('switch').count()).toBe(0);
  await page.getByRole('link', { name: 'System' }).click();
  await page.getByText('Only an administrator can change these settings.').waitFor();
  for (const one of await page.getByRole('main').getByRole('switch').all())
    await expect.poll(() => one.isDisabled()).toBe(true);
  await page.getByRole('link', { name: 'Security', exact: true }).click();
  await page.getByText('Only an administrator sees tokens, the audit log and single sign-on.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Rotate credentials' }).count()).toBe(0);
});

test('a host that was just added has not answered yet: the tab of Proxmox leads to the Overview, which names it', async (ctx) => {
  const { page } = await open(ctx, '/settings/pve', {
    state: {},
    prepare: (stage) => stage.answer('/api/config/nodes', [aHost({ name: 'attic', host: 'https://10.0.0.10:8006' })]),
  });
  await page.getByRole('heading', { name: 'attic', exact: true }).waitFor();
  await page.getByRole('navigation', { name: 'Platforms' }).getByRole('link', { name: 'Proxmox' }).click();
  await page.waitForURL('**/proxmox/overview');
  await page.getByText('Waiting for the first answer').waitFor();
  await page.getByText('attic', { exact: true }).waitFor();
});
