// Evidence reports on their screen: ordered, made, checked, downloaded and deleted on a real server, with the keyboard too.
import { readFileSync } from 'node:fs';
import { verifyEvidence } from '@belfry/evidence/verify';
import { expect, test } from 'vitest';
import { useStage } from './stage.ts';
import { expectAccessible, expectWhole, sizes } from './views.ts';

const open = useStage();
const PATH = '/proxmox/backups/reports';

test('a report is ordered by the keyboard, made, checked, downloaded and deleted', async (ctx) => {
  const { page, goto } = await open(ctx, '/journal');
  await goto(PATH);
  await page.getByRole('heading', { name: 'No reports yet' }).waitFor();
  await page.keyboard.press('n');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Month');
  await page.getByRole('button', { name: 'Days', exact: true }).click();
  await page.getByLabel('Last day').fill('2000-01-01');
  await page.getByRole('button', { name: 'Make it' }).click();
  await page.getByText('The last day is before the first one').waitFor();
  await page.getByRole('button', { name: 'Quarter', exact: true }).click();
  await page.getByLabel('Paper').first().selectOption('letter');
  await page.getByRole('button', { name: 'Make it' }).press('Enter');
  const row = page.getByRole('row').filter({ hasText: 'PDF' });
  await row.getByText('Made', { exact: true }).waitFor();
  await row.getByRole('button', { name: /^Check / }).press('Enter');
  await row.getByText(/Unchanged, \d+ tables, signed by this server/).waitFor();
  const waiting = page.waitForEvent('download');
  await row.getByRole('link', { name: /^Download / }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^belfry-report-\d{4}-Q\d-.*\.pdf$/);
  expect(verifyEvidence(readFileSync(await download.path()))).toMatchObject({ ok: true, format: 'pdf' });
  await row.getByRole('button', { name: /^Delete / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('heading', { name: 'No reports yet' }).waitFor();
});

const order = {
  ...{ period: '2026-10', scope: 'all', language: 'en', paper: 'a4', about: '', at: '2026-11-01T05:00:00Z' },
  ...{ format: 'pdf', file: 'belfry-report-2026-10-20261101T050000Z.pdf' },
};
const reports = [
  { ...order, id: 'a', by: 'marek', state: 'waiting' },
  { ...order, id: 'b', by: 'marek', state: 'reading', done: 0.4, about: 'Kanzlei Brandt' },
  { ...order, id: 'c', by: '', state: 'made', sizeBytes: 812_000, format: 'csv', period: '2026-10-01..2026-10-15' },
  { ...order, id: 'd', by: '', state: 'failed', problem: { message: 'The history does not answer.' } },
];

test('what waits, is being made, or failed is told apart, and the page is whole and accessible at every size', async (ctx) => {
  const { page, goto, answer } = await open(ctx, '/journal');
  await answer('/api/reports/kept', { reports, keepDays: 400 });
  await goto(PATH);
  await page.getByText('Reading, 40 %').waitFor();
  await page.getByText('The history does not answer.').waitFor();
  await expect.poll(() => page.getByRole('progressbar').getAttribute('value')).toBe('0.4');
  await expect.poll(() => page.getByRole('button', { name: /^Give up / }).count()).toBe(1);
  await expect.poll(() => page.getByRole('button', { name: /^Delete / }).count()).toBe(1);
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    await page.getByText('Reading, 40 %').first().waitFor();
    await expectWhole(page, 'reports');
    await expectAccessible(page);
  }
});
