// The frame of the alerts area: addresses, titles, sidebar. With invented states.
import { expect, test } from 'vitest';
import { anAlert } from './made.ts';
import { useStage } from './stage.ts';

const open = useStage();
const activeAlerts = [anAlert('a'), anAlert('b', { level: 'critical' }), anAlert('c', { acknowledged: true })];

test('an address below /alerts that does not exist leads to the overview; the sidebar counts what is not acknowledged', async (ctx) => {
  const { page, goto } = await open(ctx, '/alerts', { state: { activeAlerts } });
  await page.waitForURL('**/alerts/overview');
  await page.getByRole('heading', { name: 'Alerts Overview' }).waitFor();
  const link = page.getByRole('navigation', { name: 'Alert pages' }).getByRole('link', { name: 'Overview' });
  await expect.poll(() => link.getAttribute('aria-current')).toBe('page');
  await expect.poll(async () => (await link.innerText()).replace(/\s+/g, ' ')).toBe('Overview 2');
  await goto('/alerts/nothing-here');
  await page.waitForURL('**/alerts/overview');
});

test('each page has its title and its description; a collapsed sidebar shows its names while the pointer is on it', async (ctx) => {
  const { page } = await open(ctx, '/alerts/overview', { state: { activeAlerts } });
  await page.getByRole('heading', { name: 'Alerts Overview' }).waitFor();
  await page.getByText('What is wrong now, since when, and who takes care of it.').waitFor();
  await expect.poll(() => page.title()).toMatch(/Alerts Overview · Belfry$/);
  const sidebar = page.getByRole('navigation', { name: 'Alert pages' });
  const link = sidebar.getByRole('link', { name: /^History/ });
  await link.click();
  await page.getByRole('heading', { name: 'Alert History' }).waitFor();
  const width = async () => (await sidebar.boundingBox())?.width ?? 0;
  const whole = await width();
  await page.getByRole('button', { name: 'Collapse the sidebar' }).click();
  await page.mouse.move(800, 500);
  await expect.poll(width).toBeLessThan(whole / 2);
  await link.hover();
  await expect.poll(width).toBe(whole);
});

test('a phone has a strip of the pages instead of the sidebar', async (ctx) => {
  const { page } = await open(ctx, '/alerts/overview', {
    state: { activeAlerts },
    viewport: { width: 390, height: 844 },
  });
  const strip = page.getByRole('navigation', { name: 'Alert pages' });
  const [overview, history] = ['Overview', 'History'].map((name) => strip.getByRole('link', { name }));
  // what is above the strip may still come
  await expect.poll(async () => (await overview?.boundingBox())?.y === (await history?.boundingBox())?.y).toBe(true);
  expect((await overview?.boundingBox())?.height).toBeGreaterThanOrEqual(40);
  await history?.click();
  await page.waitForURL('**/alerts/history');
});

const pages = [
  ['overview', 'Overview', 'Alerts Overview'],
  ['history', 'History', 'Alert History'],
  ['noise', 'Noise', 'Noise'],
  ['thresholds', 'Thresholds', 'Alert Thresholds'],
  ['destinations', 'Notifications', 'Notification Destinations'],
  ['schedule', 'Schedule', 'Maintenance Schedule'],
] as const;

test('six pages in two groups, each with its address, title and description', async (ctx) => {
  const { page } = await open(ctx, '/alerts', { state: { activeAlerts } });
  const sidebar = page.getByRole('navigation', { name: 'Alert pages' });
  await sidebar.getByRole('heading', { name: 'Status' }).waitFor();
  await sidebar.getByRole('heading', { name: 'Configuration' }).waitFor();
  const names = await sidebar.getByRole('link').allInnerTexts();
  expect(names.map((name) => name.split('\n')[0])).toEqual(pages.map(([, name]) => name));
  for (const [path, name, title] of pages) {
    await sidebar.getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(new RegExp(`^/alerts/${path}(/|$)`));
    await expect.poll(() => page.title()).toContain(title);
    await expect.poll(() => page.locator('h1 + p').innerText()).not.toBe('');
  }
});
