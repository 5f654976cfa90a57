// The page of thresholds with invented resources, and what its tests do on it.
import { aContainer, aDockerHost } from '@belfry/domain/testing/docker';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import type { Page } from 'playwright-core';
import type { TestContext } from 'vitest';
import { aGateway, aGuest, aNode, aPbs, aStorage } from './made.ts';
import { type Stage, type StageOptions, useStage } from './stage.ts';

export const CONFIG = '/api/alerts/config';
export const names = ['ada', 'bob', 'cleo', 'dora', 'eve', 'finn'];
export const state = {
  nodes: [aNode('pve1'), aNode('pve2')],
  vms: names.map((name, at) =>
    aGuest({ vmid: 100 + at, name, node: at < 4 ? 'pve1' : 'pve2', tags: name === 'bob' ? ['db'] : [] }),
  ),
  pbs: [aPbs('vault')],
  pmg: [aGateway('mail')],
  storage: [aStorage('local', 'pve1')],
  dockerHosts: [aDockerHost({ containers: [aContainer({ id: 'c1', name: 'web', image: 'nginx:1' })] })],
};
export const at = (trigger: number) => ({ trigger, clear: trigger - 5 });

export const saved = (page: Page): Promise<AlertConfig> =>
  page.evaluate(async (path) => (await fetch(path)).json(), CONFIG);

/** The function opens a tab with this configuration on the server, and counts how often it is saved. */
export const useThresholds =
  (open = useStage()) =>
  async (ctx: TestContext, config: object = {}, tab = 'proxmox', options: StageOptions = {}) => {
    const stage = await open(ctx, `/alerts/thresholds/${tab}`, {
      ...{ state, ...options },
      async prepare(stage) {
        // at least one field: an empty configuration is refused
        await stage.put(CONFIG, { enabled: true, ...config });
        await options.prepare?.(stage);
      },
    });
    await stage.page.getByRole('navigation', { name: 'Kinds of thresholds' }).waitFor();
    const puts: string[] = [];
    stage.page.on('request', (request) => request.method() === 'PUT' && puts.push(request.url()));
    return { ...stage, puts };
  };

export const row = (page: Page, name: string) =>
  page.locator('tr.row', { has: page.getByText(name, { exact: true }) }).first();
export const cell = (page: Page, name: string, field: string) => row(page, name).locator(`[data-field="${field}"]`);
export const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
export async function type(page: Page, name: string, field: string, text: string) {
  await cell(page, name, field).click();
  await page.keyboard.press('ControlOrMeta+a');
  await (text === '' ? page.keyboard.press('Delete') : page.keyboard.type(text));
  await page.keyboard.press('Enter');
}
export async function save(page: Page) {
  await bar(page).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Configuration saved successfully!').first().waitFor();
}
export async function pasteAt(stage: Pick<Stage, 'page'>, text: string) {
  await stage.page.evaluate((copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', copied);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}
