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
  expect(await link.getAttribute('aria-current')).toBe('page');
  expect((await link.innerText()).replace(/\s+/g, ' ')).toBe('Overview 2');
  await goto('/alerts/nothing-here');
  await page.waitForURL('**/alerts/overview');
});
