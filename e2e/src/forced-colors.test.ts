// High contrast: meters, dots, pressed buttons, the current tab and marks keep their meaning without colours and shadows.
import { expect, test } from 'vitest';
import { aGuest, aNode, anAlert } from './made.ts';
import { useStage } from './stage.ts';

const open = useStage();

test('in high contrast meters, dots, marks, the current tab and pressed buttons are drawn in the inks of the system', async (ctx) => {
  const nodes = [aNode('pve1'), aNode('pve2', { status: 'offline', uptime: 0 })];
  const activeAlerts = [anAlert('a', { level: 'critical', resourceId: 'dc-pve2' })];
  const { page } = await open(ctx, '/proxmox/overview', {
    state: { nodes, vms: [aGuest()], activeAlerts },
    forcedColors: 'active',
  });
  const inks = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    const ink = (color: string) => {
      probe.style.color = color;
      return getComputedStyle(probe).color;
    };
    return { text: ink('CanvasText'), paper: ink('Canvas'), light: ink('Highlight') };
  });
  const style = (selector: string, name: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((own, name) => getComputedStyle(own).getPropertyValue(name), name);
  await expect.poll(() => style('.meter .fill', 'background-image')).toContain(inks.text);
  await expect.poll(() => style('.meter .track', 'background-color')).toBe(inks.paper);
  await expect.poll(() => style('[aria-label="Nodes"] .dot.crit', 'background-color')).toBe(inks.text);
  await expect.poll(() => style('[aria-label="Nodes"] [data-mark="critical"] > td', 'border-left-style')).toBe('solid');
  for (const selector of ['[aria-pressed="true"]', '[aria-current="page"]'])
    await expect.poll(() => style(selector, 'outline')).toContain(inks.light);
});
