// The pictures of the site: what each one shows. They are taken of the built product when the site is built.
import type { Page } from 'playwright-core';

export interface Picture {
  /** The name of its file, without `.png`. */
  name: string;
  /** The address of the screen. */
  path: string;
  /** A selector of an element that appears with the data. */
  ready: string;
  /** What to do before the picture is taken. */
  act?(page: Page): Promise<void>;
  /** Of a new installation, before anybody has an account. */
  firstStart?: true;
}

const row = (label: string): string => `[aria-label="${label}"] tr.row`;
const GUESTS = row('Guests');

/** Opens the page of the first resource of a list, as its link has it. */
const open = (prefix: string) => async (page: Page) => {
  const href = await page.locator(`a[href^="${prefix}"]`).first().getAttribute('href');
  await page.goto(new URL(href as string, page.url()).href);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
};

/** A page of settings shows its title as a heading. */
const settings = (name: string, title: string): Picture => ({
  name: `settings-${name}`,
  path: `/settings/${name}`,
  ready: `h1:text-is("${title}")`,
});

export const pictures: readonly Picture[] = [
  { name: 'first-start', path: '/', ready: 'button:has-text("Set up Belfry")', firstStart: true },
  { name: 'overview', path: '/proxmox/overview', ready: GUESTS },
  {
    name: 'guest-details',
    path: '/proxmox/overview',
    ready: `${GUESTS}[aria-expanded]`,
    async act(page) {
      const first = page.locator(`${GUESTS}[aria-expanded]`).first();
      if ((await first.getAttribute('aria-expanded')) === 'false') await first.click();
      await page.locator('tr.detail').waitFor();
    },
  },
  {
    name: 'palette',
    path: '/proxmox/overview',
    ready: GUESTS,
    async act(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'guest', path: '/proxmox/overview', ready: GUESTS, act: open('/guests/') },
  { name: 'node', path: '/proxmox/overview', ready: GUESTS, act: open('/nodes/') },
  { name: 'storage', path: '/proxmox/storage', ready: row('Storage Pools') },
  { name: 'backups', path: '/proxmox/backups', ready: '[aria-label="Backups"] :is(tr.row, li)' },
  { name: 'protection', path: '/proxmox/backups/protection', ready: row('Protection of guests') },
  { name: 'mail', path: '/proxmox/mail', ready: 'article table tr.row' },
  { name: 'docker', path: '/docker', ready: 'main table tr.row' },
  { name: 'alerts', path: '/alerts', ready: row('Active alerts') },
  { name: 'alert-history', path: '/alerts/history', ready: 'h1:text-is("Alert History")' },
  { name: 'thresholds', path: '/alerts/thresholds', ready: 'h1:text-is("Alert Thresholds")' },
  { name: 'destinations', path: '/alerts/destinations', ready: 'h1:text-is("Notification Destinations")' },
  { name: 'schedule', path: '/alerts/schedule', ready: 'h1:text-is("Maintenance Schedule")' },
  settings('pve', 'Proxmox VE nodes'),
  settings('docker', 'Docker hosts'),
  settings('system', 'System'),
  settings('history', 'History'),
  settings('updates', 'Update History'),
  settings('exports', 'Exports'),
  settings('security', 'Security'),
  settings('diagnostics', 'Diagnostics'),
  // the last one: the server makes the estimate in its first minute
  { name: 'node-loss', path: '/proxmox/node-loss', ready: 'text=/fit elsewhere/' },
];
