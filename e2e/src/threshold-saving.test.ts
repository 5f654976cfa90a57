// The page of thresholds: what is saved, by one or by two administrators. That it takes effect is in alert-chain.test.ts.
import { expect, test } from 'vitest';
import { at, bar, CONFIG, cell, row, save, saved, type, useThresholds } from './threshold-page.ts';

const start = useThresholds();

test('the second of two administrators sees what the first has saved, and loses nothing', async (ctx) => {
  const { page, put, say } = await start(ctx);
  await type(page, 'ada', 'cpu', '95');
  await type(page, 'bob', 'cpu', '94');
  await put(CONFIG, { overrides: { 'dc-100': { cpu: 60 }, 'dc-105': { disk: 50 } } });
  say({ type: 'alert_config_changed' });
  await row(page, 'ada').getByText('The server has: 60').waitFor();
  await bar(page).getByText('Somebody else saved meanwhile').waitFor();
  await expect.poll(() => cell(page, 'ada', 'cpu').innerText()).toContain('95');
  await row(page, 'ada').getByRole('button', { name: 'Use this value' }).click();
  await save(page);
  await expect
    .poll(async () => (await saved(page)).overrides)
    .toEqual({
      'dc-100': { cpu: at(60) },
      'dc-101': { cpu: at(94) },
      'dc-105': { disk: at(50) },
    });
});

test('a save that fails keeps everything, and the words of the server stand beside the value; Discard drops all', async (ctx) => {
  const { page } = await start(ctx, {}, 'proxmox', { expected: /400/ });
  await type(page, 'ada', 'cpu', '95');
  const details = { 'overrides.dc-100.cpu.trigger': 'must be lower today' };
  const refusal = { error: 'Invalid request', code: 'validation_error', details };
  await page.route(`**${CONFIG}`, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ json: refusal, status: 400 }) : route.fallback(),
  );
  await bar(page).getByRole('button', { name: 'Save' }).click();
  await row(page, 'ada').getByRole('alert').getByText('must be lower today').waitFor();
  await expect.poll(() => cell(page, 'ada', 'cpu').innerText()).toContain('95');
  await bar(page).getByRole('button', { name: 'Discard' }).click();
  await page.getByText('Changes discarded').first().waitFor();
  await expect.poll(() => cell(page, 'ada', 'cpu').innerText()).toBe('80');
});

test('the unsaved bar says what an override replaces, and where that comes from', async (ctx) => {
  const { page } = await start(ctx, { overrides: { 'node:dc-pve1': { memory: at(70) } } });
  await type(page, 'ada', 'cpu', '95');
  await bar(page).getByText('ada CPU % 80 (default) → 95').waitFor();
  await type(page, 'ada', 'memory', '75');
  await bar(page).getByText('ada Memory % 70 (from the node pve1) → 75').waitFor();
});

test('an override whose resource does not exist any more has a row, and can be removed', async (ctx) => {
  const { page } = await start(ctx, {
    overrides: { 'gone-999': { cpu: at(95), disabled: true }, 'dc-100': { cpu: at(90) } },
  });
  const orphans = page.getByRole('region', { name: 'Overrides without a resource' });
  await orphans.getByText(/CPU % 95/).waitFor();
  await expect.poll(() => orphans.getByText('dc-100').count()).toBe(0);
  await orphans.getByRole('button', { name: 'Remove the override of gone-999' }).click();
  await orphans.waitFor({ state: 'detached' });
  await save(page);
  await expect.poll(async () => Object.keys((await saved(page)).overrides)).toEqual(['dc-100']);
});
