// The page of the history in the settings: what is recorded, what is stored, the import, the export.
import type { HistoryStatusReply } from '@belfry/schema/http/history';
import { expect, test } from 'vitest';
import { anInstance } from './made.ts';
import { type Stage, useStage } from './stage.ts';
import { expectWhole, sizes } from './views.ts';

const open = useStage();
const PATH = '/settings/history';
const HOUR_MS = 3_600_000;
const now = Date.now();
const status: HistoryStatusReply = {
  ...{ enabled: true, sizeBytes: 12e6, maxBytes: 4096 * 2 ** 20, resources: 303, oldest: now - 400 * 24 * HOUR_MS },
  tiers: [10_000, 60_000, 600_000, HOUR_MS].map((stepMs) => ({ stepMs, retentionMs: 1, oldest: now - 1000 * stepMs })),
  ...{ damagedBlocks: 3, pausedSince: now - 2 * HOUR_MS, problems: ['The disk is full.'] },
  imports: [
    { instance: 'dc', done: 86, total: 540, failed: 2, waiting: 'The host is polled first.' },
    { instance: 'old', done: 20, total: 20, failed: 0 },
  ],
};
const instances = [anInstance('dc'), anInstance('old')];
const stored = (stage: Stage) => stage.answer('/api/history/status', status);

test('a wrong value gets its error at its field and stays; a right one is saved, and is there after a reload', async (ctx) => {
  const { page, goto } = await open(ctx, PATH, { expected: /400/ });
  const hours = page.getByRole('textbox', { name: 'Values of 10 seconds: hours' });
  const bar = page.getByRole('region', { name: 'Unsaved changes' });
  await hours.fill('999');
  await bar.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Enter a whole number of hours from 1 to 168', { exact: true }).waitFor();
  await expect.poll(() => hours.inputValue()).toBe('999');
  await hours.fill('48');
  await bar.getByRole('button', { name: 'Save Changes' }).click();
  await bar.waitFor({ state: 'detached' });
  await goto(PATH);
  await hours.waitFor();
  await expect.poll(() => hours.inputValue()).toBe('48');
  await page.getByText('of at most 4 GB').waitFor();
});

test('the page says since when nothing is stored and why, what is damaged, and how far each import is', async (ctx) => {
  const { page } = await open(ctx, PATH, { state: { instances }, prepare: stored });
  for (const text of [
    'The disk is full.',
    'Paused',
    '3 blocks',
    '303',
    '86 of 540 calls · 2 without a usable answer · waits: nothing is recorded at present',
    '20 of 20 calls · complete',
  ])
    await page.getByText(text, { exact: true }).first().waitFor();
  await page.getByText(/^The disk has accepted nothing since 2 hours ago/).waitFor();
});

test('an engine for the history: what is wrong stands at its field, what is right is saved, and its secret is never shown again', async (ctx) => {
  const { page, goto } = await open(ctx, PATH, { expected: /400/ });
  const form = page.getByRole('form', { name: 'Engine for time series' });
  const field = (name: string) => form.getByLabel(name, { exact: true });
  const save = () => form.getByRole('button', { name: 'Save' }).click();
  await field('Address').fill('http://169.254.169.254/api/v1/write');
  await save();
  await form.getByText(/^169.254.169.254 is the metadata service of a cloud/).waitFor();
  await field('Address').fill('https://tsdb.example/push');
  await save();
  await form.getByText('Enter it: the other address does not end with /api/v1/write').waitFor();
  await field('Address for questions').fill('https://tsdb.example/prometheus');
  await field('Password or token').fill('very secret');
  await field('Additional labels').fill('site=home');
  await save();
  await page.getByText('The engine of the history was saved.').waitFor();
  await goto(PATH);
  await expect.poll(() => field('Address for questions').inputValue()).toBe('https://tsdb.example/prometheus');
  await expect.poll(() => field('Password or token').getAttribute('placeholder')).toBe('Stored; type to replace it');
  await expect.poll(() => field('Password or token').inputValue()).toBe('');
});

test('the page of the history is whole and accessible at every size in both themes', async (ctx) => {
  const { page } = await open(ctx, PATH, { state: { instances }, prepare: stored });
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    await page.getByText('3 blocks').waitFor();
    await expectWhole(page, 'settings-history');
  }
});
