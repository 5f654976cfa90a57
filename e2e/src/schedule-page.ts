// The page of the schedule with an invented configuration, and what its tests do on it.
import type { AlertConfig } from '@belfry/schema/alerts/config';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import type { Page } from 'playwright-core';
import type { TestContext } from 'vitest';
import { aGuest, aNode } from './made.ts';
import { useStage } from './stage.ts';

const CONFIG = '/api/alerts/config';
const WINDOWS = '/api/alerts/maintenance';
export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
export const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
export const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click();
export const toggle = (page: Page, name: string) => page.getByRole('switch', { name: new RegExp(`^${name}: `) });
export const repeat = (page: Page) => field(page, 'Repeat after, minutes');
export const perHour = (page: Page) => field(page, 'At most, per hour');

export const HOUR_MS = 3_600_000;
const state = { nodes: [aNode('pve1')], vms: [aGuest({ vmid: 100, name: 'web', tags: ['prod'] })] };
export const window = (fields: object) => ({
  ...{ id: 'w', name: 'Firmware', by: 'ann', changedAt: '2026-11-22T13:00:00Z', enabled: true },
  targets: [{ kind: 'node', value: 'dc-pve1' }],
  ...fields,
});
export const once = (from: number, to: number) => ({
  kind: 'once',
  start: new Date(Date.now() + from * HOUR_MS).toISOString(),
  end: new Date(Date.now() + to * HOUR_MS).toISOString(),
});

interface VisitOptions {
  config?: AlertConfig;
  windows?: object[];
  silences?: object[];
  recipients?: object[];
  timezoneId?: string;
  expected?: RegExp;
}

/** The function opens the page with an invented configuration. `sent` are the configurations that it saved. */
export const useSchedule =
  (open = useStage()) =>
  async (ctx: TestContext, options: VisitOptions = {}) => {
    const { config = factoryConfig, windows = [], silences = [], recipients = [] } = options;
    const sent: AlertConfig[] = [];
    let current = config;
    let refusal: object | undefined;
    const stage = await open(ctx, '/alerts/schedule', {
      state,
      timezoneId: options.timezoneId ?? 'Europe/Berlin',
      ...(options.expected && { expected: options.expected }),
      async prepare({ page, answer }) {
        await answer(WINDOWS, windows);
        await answer('/api/alerts/silences', silences);
        await page.route('**/api/notifications/recipients?*', (route) => route.fulfill({ json: recipients }));
        await page.route(`**${CONFIG}`, (route) => {
          if (route.request().method() === 'GET') return route.fulfill({ json: current });
          if (refusal) return route.fulfill({ status: 400, json: refusal });
          current = route.request().postDataJSON();
          sent.push(current);
          return route.fulfill({ json: { status: 'success' } });
        });
      },
    });
    await repeat(stage.page).waitFor();
    return {
      ...stage,
      sent,
      /** Somebody else saves this. The server announces it or not. */
      somebodySaves(schedule: Partial<AlertConfig['schedule']>, announced = true) {
        current = { ...current, schedule: { ...current.schedule, ...schedule } };
        if (announced) stage.say({ type: 'alert_config_changed', data: {} });
      },
      refuse: (answer?: object) => {
        refusal = answer;
      },
    };
  };
