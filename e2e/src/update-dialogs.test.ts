// The dialogs of an update: consent, progress over the restart, each result, and the history. The server's answers are the test's.
import type { Page } from 'playwright-core';
import { expect, type TestContext, test } from 'vitest';
import { openDialog } from './dialog.ts';
import { aVersion } from './made.ts';
import { useStage } from './stage.ts';
import { expectWhole, extremes } from './views.ts';

const open = useStage();
const plan = {
  canAutoUpdate: true,
  instructions: [
    'Belfry downloads version 1.3.0 and checks its signature and its checksum',
    'It stops, copies its data',
  ],
  prerequisites: ['Room for the release and for a copy of the data'],
  estimatedTime: '1-2 minutes',
  requiresRoot: true,
  rollbackSupport: true,
  downloadUrl: 'https://releases.example/1.3.0',
  named: {
    instructions: [
      { id: 'autoDownload', values: { version: '1.3.0' } },
      { id: 'a step of a newer server', values: {} },
    ],
    prerequisites: [{ id: 'room', values: {} }],
  },
};
const info = {
  ...{ available: true, currentVersion: '1.2.3', latestVersion: '1.3.0', releaseNotes: 'Faster', releaseDate: '' },
  ...{ downloadUrl: 'https://releases.example/1.3.0', isPrerelease: false },
};
const status = (fields: object) => ({
  ...{
    status: 'downloading',
    progress: 10,
    message: 'Downloading the release',
    error: '',
    updatedAt: '',
    hasFeed: true,
  },
  ...{ version: '1.3.0', ...fields },
});
const entry = (fields: object) => ({
  ...{ event_id: 'a', timestamp: '2026-03-04T05:06:07Z', action: 'update', channel: 'stable', status: 'success' },
  ...{ version_from: '1.2.3', version_to: '1.3.0', deployment_type: 'systemd', duration_ms: 61_000, notes: '' },
  ...{ initiated_by: 'user', initiated_via: 'ui', user: 'admin', download_bytes: 52_000_000, ...fields },
});
const history = [
  entry({ backup_path: '/opt/belfry/updates/data-1.2.3-0a1b2c3d.tar' }),
  entry({
    ...{ event_id: 'b', version_to: '1.2.9', status: 'rolled_back' },
    error: { message: 'Version 1.2.9 did not start: it was not healthy within 60 s: it did not answer' },
  }),
  entry({ event_id: 'c', version_to: '1.2.8', status: 'failed', error: { message: 'SHA256SUMS is refused' } }),
];

/** The page with an update that is announced; `told` is what the server says about it, undefined: nothing. */
async function openPage(ctx: TestContext, { mayApply = true, language = 'en', path = '/proxmox/overview' } = {}) {
  const server: { told: object | undefined; applied: unknown[]; healthy: boolean } = {
    ...{ told: status({}), applied: [], healthy: true },
  };
  const stage = await open(ctx, path, {
    stored: { language },
    expected: /Failed to load resource|WebSocket/,
    async prepare({ page, answer }) {
      await answer('/api/version', aVersion({ updateAvailable: true, latestVersion: '1.3.0' }));
      await answer('/api/updates/check*', info);
      await answer('/api/updates/plan*', plan);
      await answer('/api/updates/history*', history);
      await page.route('**/api/updates/status', (route) =>
        server.told ? route.fulfill({ json: server.told }) : route.abort(),
      );
      await page.route('**/api/health', (route) =>
        server.healthy ? route.fulfill({ json: { status: 'healthy', timestamp: 1, uptime: 1 } }) : route.abort(),
      );
      await page.route('**/api/updates/apply', (route) => {
        server.applied.push(route.request().postDataJSON());
        const refused = { error: 'An update is running already.', code: 'conflict', status_code: 409, timestamp: 1 };
        return mayApply
          ? route.fulfill({ json: { status: 'started', message: '' } })
          : route.fulfill({ status: 409, json: refused });
      });
    },
  });
  return { ...stage, server };
}
const banner = (page: Page) => page.getByRole('region', { name: 'Update', exact: true });
type Opened = Awaited<ReturnType<typeof openPage>>;

async function confirm({ page }: Opened) {
  await banner(page).getByRole('button', { name: 'Show details' }).click();
  await page.getByRole('button', { name: 'Update now' }).click();
  await page.getByRole('dialog', { name: 'Confirm Update' }).waitFor();
  await page.getByLabel('I understand that Belfry will be temporarily unavailable during the update process.').check();
  await page.getByRole('button', { name: 'Start Update' }).click();
}
const titled = ({ page }: Opened, name: string) => page.getByRole('dialog', { name }).waitFor();

test('an update starts only after it was understood that Belfry is unavailable; a refusal is shown with its reason', async (ctx) => {
  const opened = await openPage(ctx, { mayApply: false });
  const { page, server } = opened;
  await banner(page).getByRole('button', { name: 'Show details' }).click();
  await page.getByRole('button', { name: 'Update now' }).click();
  const start = page.getByRole('button', { name: 'Start Update' });
  await expect.poll(() => start.isDisabled()).toBe(true);
  await page.getByLabel(/^I understand that/).check();
  for (const size of extremes) {
    await page.setViewportSize(size);
    await expectWhole(page, 'update-confirm');
  }
  await start.click();
  await openDialog(page).getByText('Failed to start update. Please try again. An update is running already.').waitFor();
  expect(server.applied).toEqual([{ version: '1.3.0', downloadUrl: 'https://releases.example/1.3.0' }]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await openDialog(page).waitFor({ state: 'detached' });
});

test('the progress is followed over the restart to the result, and from there to the history', async (ctx) => {
  const opened = await openPage(ctx);
  const { page, server } = opened;
  await confirm(opened);
  await titled(opened, 'Updating...');
  const bar = page.getByRole('progressbar');
  await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe('10');
  server.told = status({ status: 'extracting', progress: 40, message: 'Unpacking the release' });
  await page.getByText('Unpacking the release').waitFor();
  for (const size of extremes) {
    await page.setViewportSize(size);
    await expectWhole(page, 'update-progress');
  }
  [server.told, server.healthy] = [undefined, false];
  await titled(opened, 'Belfry is restarting...');
  await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe('95');
  server.told = status({ status: 'restarting', progress: 95, message: 'Starting' });
  const loaded = page.waitForEvent('load');
  server.healthy = true;
  await loaded;
  // the page of the new server waits for the result, and is not loaded again
  await titled(opened, 'Belfry is restarting...');
  server.told = status({ status: 'completed', progress: 100, message: 'Version 1.3.0 runs' });
  await titled(opened, 'Update Completed Successfully');
  await page.getByText('Belfry 1.3.0 runs.').waitFor();
  for (const size of extremes) {
    await page.setViewportSize(size);
    await expectWhole(page, 'update-completed');
  }
  await page.getByRole('button', { name: 'View History' }).click();
  await page.waitForURL('**/settings/updates');
  await openDialog(page).waitFor({ state: 'detached' });
  await page.getByText('Rolled back').waitFor();
  for (const size of extremes) {
    await page.setViewportSize(size);
    await expectWhole(page, 'update-history');
  }
  await page.getByRole('button', { name: 'Details', exact: true }).nth(1).click();
  await openDialog(page).getByText('it was not healthy within 60 s').waitFor();
  for (const size of extremes) {
    await page.setViewportSize(size);
    await expectWhole(page, 'update-entry');
  }
});

test('an update that failed says why, and Retry loads the page again', async (ctx) => {
  const opened = await openPage(ctx);
  const { page, server } = opened;
  await confirm(opened);
  const error = 'Version 1.3.0 did not start: it was not healthy within 60 s: it did not answer';
  const message = 'Version 1.2.3 runs again, on the data that it had before';
  server.told = status({ status: 'error', progress: 0, message, error, rolledBack: true });
  await titled(opened, 'Update Failed');
  await page.getByText('Error Details:').waitFor();
  await page.getByText(error).waitFor();
  await page.getByText('Rolled back').waitFor();
  for (const size of extremes) {
    await page.setViewportSize(size);
    await expectWhole(page, 'update-failed');
  }
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Retry' }).click();
  await loaded;
  await page.getByText(/Last refresh/).waitFor();
  await openDialog(page).waitFor({ state: 'detached' });
});

test('the dialogs speak German', async (ctx) => {
  const opened = await openPage(ctx, { language: 'de', path: '/settings/system' });
  const { page, server } = opened;
  await banner(page).getByRole('button', { name: 'Details anzeigen' }).click();
  await page.getByRole('button', { name: 'Jetzt aktualisieren' }).click();
  const question = openDialog(page);
  await question
    .getByText('Belfry lädt die Version 1.3.0 herunter und prüft ihre Signatur und ihre Prüfsumme')
    .waitFor();
  await question.getByText('Platz für die Version und für eine Kopie der Daten').waitFor();
  // the text of the server
  await question.getByText('It stops, copies its data').waitFor();
  await page.getByLabel(/^Ich verstehe, dass Belfry/).check();
  await page.getByRole('button', { name: 'Update starten' }).click();
  await titled(opened, 'Wird aktualisiert...');
  server.told = status({ message: 'Downloading the release', named: { id: 'downloading', values: {} } });
  await page.getByText('Die Version wird heruntergeladen').waitFor();
  server.told = status({ status: 'completed', progress: 100 });
  await titled(opened, 'Update erfolgreich abgeschlossen');
});
