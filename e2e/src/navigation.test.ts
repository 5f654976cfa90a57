// From screen to screen: the title of the tab, the focus, and the way past the header.
import { expect, test } from 'vitest';
import { aNode, anInstance } from './made.ts';
import { useStage } from './stage.ts';

const open = useStage();
const PATH = '/proxmox/overview';
const state = { nodes: [aNode('pve1')] };

test('the title of the tab names the screen, and counts the problems', async (ctx) => {
  const { page, show, goto } = await open(ctx, PATH, { state });
  await expect.poll(() => page.title()).toBe('Overview · Belfry');
  const error = { kind: 'unreachable', message: 'no answer', since: new Date().toISOString() } as const;
  show({ instances: [anInstance('dc', { error })], nodes: [aNode('pve1'), aNode('pve2', { status: 'offline' })] });
  await expect.poll(() => page.title()).toBe('(2) Overview · Belfry');
  await page.getByRole('link', { name: 'Storage', exact: true }).click();
  await expect.poll(() => page.title()).toBe('(2) Storage · Belfry');
  show({ instances: [], nodes: [aNode('pve1')] });
  await expect.poll(() => page.title()).toBe('Storage · Belfry');
  for (const [path, title] of [
    ['/proxmox/backups', 'Backups · Belfry'],
    ['/docker', 'Docker · Belfry'],
    ['/settings/system', 'System · Belfry'],
    ['/nowhere', 'Page not found · Belfry'],
  ] as const) {
    await goto(path);
    await expect.poll(() => page.title()).toBe(title);
  }
});

test('a long problem beside the tabs hides none of them, and nothing is wider than the window', async (ctx) => {
  const viewport = { width: 1024, height: 768 };
  const { page } = await open(ctx, PATH, {
    viewport,
    state: { ...state, nodes: [aNode('n'.repeat(60), { status: 'offline' })] },
  });
  await page.getByText(/is offline$/).waitFor();
  const cut = await page
    .getByRole('navigation', { name: 'Sections' })
    .evaluate((nav) => nav.scrollWidth - nav.clientWidth);
  expect(cut).toBe(0);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
});

test('the first Tab leads to a button that goes past the header, which puts the focus on the title of the screen', async (ctx) => {
  const { page } = await open(ctx, PATH, { state });
  await page.keyboard.press('Tab');
  const skip = page.getByRole('button', { name: 'Skip to the content' });
  await expect.poll(() => skip.evaluate((button) => button === document.activeElement)).toBe(true);
  await expect.poll(async () => (await skip.boundingBox())?.width).toBeGreaterThan(50);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Overview');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
});

test('another screen gets the focus; a change of the view does not move it', async (ctx) => {
  const { page } = await open(ctx, PATH, { state });
  await page.locator('[aria-label="Nodes"]').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  await page.getByRole('link', { name: 'Storage', exact: true }).press('Enter');
  const focused = () =>
    page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`);
  await expect.poll(focused).toBe('H1 Storage');
  await page.goBack();
  await expect.poll(focused).toBe('H1 Overview');
  const grouping = page.getByRole('group', { name: 'Grouping' }).getByRole('button', { name: 'List', exact: true });
  await grouping.press('Enter');
  await page.waitForURL('**?grouping=flat');
  await expect.poll(() => grouping.evaluate((button) => button === document.activeElement)).toBe(true);
});
