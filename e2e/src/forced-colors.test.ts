// High contrast: meters, dots, pressed buttons, the current tab and marks keep their meaning without colours and shadows.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aGuest, aNode, anAlert } from './made.ts';
import { useStage } from './stage.ts';

const open = useStage();

/** The inks of the system. */
const inksOf = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    const ink = (color: string) => {
      probe.style.color = color;
      return getComputedStyle(probe).color;
    };
    return { text: ink('CanvasText'), paper: ink('Canvas'), light: ink('Highlight') };
  });
const styleIn = (page: Page) => (selector: string, name: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((own, name) => getComputedStyle(own).getPropertyValue(name), name);

test('in high contrast meters, dots, marks, the current tab and pressed buttons are drawn in the inks of the system', async (ctx) => {
  const nodes = [aNode('pve1'), aNode('pve2', { status: 'offline', uptime: 0 })];
  const activeAlerts = [anAlert('a', { level: 'critical', resourceId: 'dc-pve2' })];
  const { page } = await open(ctx, '/proxmox/overview', {
    state: { nodes, vms: [aGuest()], activeAlerts },
    forcedColors: 'active',
  });
  const inks = await inksOf(page);
  const style = styleIn(page);
  await expect.poll(() => style('.meter .fill', 'background-image')).toContain(inks.text);
  await expect.poll(() => style('.meter .track', 'background-color')).toBe(inks.paper);
  await expect.poll(() => style('[aria-label="Nodes"] .dot.crit', 'background-color')).toBe(inks.text);
  await expect.poll(() => style('[aria-label="Nodes"] [data-mark="critical"] > td', 'border-left-style')).toBe('solid');
  for (const selector of ['[aria-pressed="true"]', '[aria-current="page"]'])
    await expect.poll(() => style(selector, 'outline')).toContain(inks.light);
});

test('in high contrast a switch shows whether it is on, one tab has a line, a dot stands at a value of its own, and a button has a frame', async (ctx) => {
  const { page } = await open(ctx, '/alerts/thresholds/proxmox', {
    state: { nodes: [aNode('pve1')] },
    forcedColors: 'active',
  });
  const inks = await inksOf(page);
  const style = styleIn(page);
  const toggle = page.getByRole('switch', { name: 'Offline alerts' }).first();
  await toggle.waitFor();
  const isOn = '[role="switch"][data-checked]';
  await expect.poll(() => style(isOn, 'background-color')).toBe(inks.light);
  await expect.poll(() => style(`${isOn} > *`, 'background-color')).toBe(inks.paper);
  await toggle.click();
  const isOff = '[role="switch"]:not([data-checked])';
  await expect.poll(() => style(isOff, 'background-color')).toBe(inks.paper);
  await expect.poll(() => style(isOff, 'box-shadow')).toContain(inks.text);
  await expect.poll(() => style(`${isOff} > *`, 'background-color')).toBe(inks.text);
  const tabs = 'main nav a.border-b-2';
  await expect.poll(() => style(`${tabs}[aria-current="page"]`, 'border-bottom-color')).toBe(inks.light);
  await expect.poll(() => style(`${tabs}:not([aria-current="page"])`, 'border-bottom-style')).toBe('none');
  await expect.poll(() => style('.threshold-legend .own', 'background-color')).toBe(inks.text);
  await expect.poll(() => style('button.bg-brand', 'border-top-style')).toBe('solid');
});
