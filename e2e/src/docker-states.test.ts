// The Docker screen with invented hosts: unknown figures, alerts, order of rows, empty lists, very long names.
import path from 'node:path';
import { aContainer, aDockerHost } from '@belfry/domain/testing/docker';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { anAlert } from './made.ts';
import { artifacts } from './product.ts';
import { column, useStage } from './stage.ts';
import { expectAccessible } from './views.ts';

const open = useStage();
const row = (page: Page, text: string) => page.locator('[role=treegrid] tr.row', { hasText: text }).first();
const names = (page: Page) =>
  page.locator('[role=treegrid] tr.row > :first-child b').evaluateAll((all) => all.map((name) => name.textContent));
const cpu = (name: string, cpuPercent: number) => aContainer({ id: name, name, cpuPercent });
const host = (...containers: ReturnType<typeof aContainer>[]) => aDockerHost({ containers });

describe('a container', () => {
  test('with few known figures shows dashes, in its row and in its details', async (ctx) => {
    const bare = aContainer({
      ...{ name: 'bare', cpuPercent: null, memoryPercent: null, memoryUsageBytes: null, memoryLimitBytes: null },
      ...{ restartCount: null, exitCode: null, status: '' },
    });
    const { page } = await open(ctx, '/docker', { state: { dockerHosts: [host(bare)] } });
    await row(page, 'bare').click();
    await expect
      .poll(() => row(page, 'bare').locator('td').allInnerTexts())
      .toEqual([expect.stringContaining('bare'), 'running', '–', '–', '–']);
    const fact = (name: string) => page.locator('tr.detail dt', { hasText: name }).locator('+ dd').innerText();
    await expect.poll(async () => [await fact('Created'), await fact('Started')]).toEqual(['–', '–']);
    await expectAccessible(page);
  });

  test('that is busy on many cores and restarts all the time shows both figures in full', async (ctx) => {
    const busy = aContainer({ name: 'busy', cpuPercent: 888, restartCount: 3809 });
    const { page } = await open(ctx, '/docker', { state: { dockerHosts: [{ ...host(busy), cpus: 100 }] } });
    await row(page, 'busy').getByText('3,809').waitFor();
    const percent = row(page, 'busy').locator('.meter > .num').first();
    await expect.poll(() => percent.innerText()).toBe('888%');
    // less than a tenth of its 100 cores, but its threshold and its alert are of one core
    await expect.poll(() => row(page, 'busy').locator('.meter').first().getAttribute('class')).toContain('crit');
    await row(page, 'busy').click();
    await page.getByText('888% of one core, 8% of all it may use').waitFor();
    await expect.poll(() => percent.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
    // where the column is wide enough, the row says both too
    await page.setViewportSize({ width: 1920, height: 900 });
    await row(page, 'busy').getByText('8% of all', { exact: true }).waitFor();
  });

  test('and its host have an edge in the colour of their worst alert', async (ctx) => {
    const alerts = [
      anAlert('a', { resourceId: 'docker:h1/name:web', level: 'critical' }),
      anAlert('b', { resourceId: 'docker:h1/name:db', level: 'critical', acknowledged: true }),
      anAlert('c', { resourceId: 'h1', level: 'warning' }),
    ];
    const { page } = await open(ctx, '/docker', {
      state: { dockerHosts: [host(cpu('web', 1), cpu('db', 1), cpu('calm', 1))], activeAlerts: alerts },
    });
    const mark = (name: string) => row(page, name).getAttribute('data-mark');
    await expect
      .poll(async () => [await mark('web'), await mark('db'), await mark('calm')])
      .toEqual(['critical', 'acknowledged', null]);
    await expect.poll(() => page.locator('tr.group').getAttribute('data-mark')).toBe('warning');
    await expect.poll(() => page.getByRole('option').getAttribute('data-mark')).toBe('warning');
  });

  test('with an old agent says so, in the list of hosts and above the containers', async (ctx) => {
    const hosts = [
      aDockerHost({ id: 'old', displayName: 'old', agentOutdated: true, containers: [cpu('web', 1)] }),
      aDockerHost({ id: 'new', displayName: 'new', containers: [cpu('db', 1)] }),
    ];
    const { page } = await open(ctx, '/docker', { state: { dockerHosts: hosts } });
    for (const kind of [page.getByRole('option'), page.locator('tr.group')]) {
      await kind.filter({ hasText: 'old' }).getByText('agent outdated').waitFor();
      await expect.poll(() => kind.filter({ hasText: 'new' }).getByText('agent outdated').count()).toBe(0);
    }
    // the keyboard shows what to do about it, as the pointer does
    await page.locator('[role=option][tabindex="0"]').press('ArrowDown');
    await expect.poll(() => page.locator('[data-side]').last().innerText()).toContain('run the install command again');
  });

  test('with an agent that is a development build or an early release has a yellow badge, in the settings and on the page of its host', async (ctx) => {
    const hosts = ['1.2.0', '0.1.4', '1.3.0-dev'].map((agentVersion) =>
      aDockerHost({ id: agentVersion, displayName: `host ${agentVersion}`, agentVersion }),
    );
    const { page, goto } = await open(ctx, '/settings/docker', { state: { dockerHosts: hosts } });
    const badges = page.getByRole('grid', { name: 'Reporting hosts' }).locator('td .text-warn');
    await expect.poll(() => badges.allInnerTexts()).toEqual(['0.1.4', '1.3.0-dev']);
    await page.getByText('1.2.0', { exact: true }).waitFor();
    await goto('/docker/hosts/0.1.4');
    await expect.poll(() => page.locator('dd .text-warn').allInnerTexts()).toEqual(['0.1.4']);
  });

  test('stays open over refreshes and a reload, and closes with Enter', async (ctx) => {
    const { page, show } = await open(ctx, '/docker', { state: { dockerHosts: [host(cpu('web', 1), cpu('db', 2))] } });
    await row(page, 'web').click();
    await page.locator('tr.detail').waitFor();
    show({ dockerHosts: [host(cpu('web', 55), cpu('db', 2))] });
    await row(page, '55%').waitFor();
    await expect.poll(() => page.locator('tr.detail').count()).toBe(1);
    await page.reload();
    await page.locator('tr.detail').waitFor();
    await page.locator('tr.group').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('tr.detail').waitFor({ state: 'detached' });
  });
});

describe('the table', () => {
  test('keeps its order while the pointer is on it, and sorts again when the pointer leaves', async (ctx) => {
    const { page, show } = await open(ctx, '/docker', {
      state: { dockerHosts: [host(cpu('one', 10), cpu('two', 20), cpu('six', 60))] },
      stored: { dockerSortKey: 'cpu', dockerSortDirection: 'desc' },
    });
    await row(page, 'two').hover();
    await expect.poll(() => names(page)).toEqual(['six', 'two', 'one']);
    show({ dockerHosts: [host(cpu('one', 90), cpu('two', 20), cpu('six', 60))] });
    await row(page, '90%').waitFor();
    await expect.poll(() => names(page)).toEqual(['six', 'two', 'one']);
    await page.mouse.move(600, 5);
    await expect.poll(() => names(page)).toEqual(['one', 'six', 'two']);
  });

  test('sorts by a column head, grouped or as one list with the host; the choice is remembered until Reset', async (ctx) => {
    const other = aDockerHost({ id: 'h2', displayName: 'dock-2', containers: [cpu('mid', 15)] });
    const { page } = await open(ctx, '/docker', {
      state: { dockerHosts: [host(cpu('one', 10), cpu('two', 20)), other] },
    });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.locator('thead').getByRole('button', { name: 'CPU' }).click();
    await expect.poll(() => names(page)).toEqual(['two', 'one', 'mid']);
    await button('List').click();
    await expect.poll(() => names(page)).toEqual(['two', 'mid', 'one']);
    await expect
      .poll(async () => (await column(page, 'Containers', 2)).map((text) => text.trim()))
      .toEqual(['dock-1', 'dock-2', 'dock-1']);
    await expect
      .poll(() => page.evaluate(() => ({ ...localStorage })))
      .toMatchObject({
        dockerViewMode: 'flat',
        dockerSortKey: 'cpu',
        dockerSortDirection: 'desc',
      });
    await button('Reset').click();
    await expect.poll(() => names(page)).toEqual(['one', 'two', 'mid']);
  });

  test('shows all hosts again when the selected one is gone', async (ctx) => {
    const other = aDockerHost({ id: 'h2', displayName: 'dock-2', containers: [cpu('mid', 15)] });
    const { page, show } = await open(ctx, '/docker', { state: { dockerHosts: [host(cpu('one', 10)), other] } });
    await page.getByRole('option', { name: /dock-2/ }).click();
    await expect.poll(() => names(page)).toEqual(['mid']);
    show({ dockerHosts: [host(cpu('one', 10))] });
    await expect.poll(() => names(page)).toEqual(['one']);
  });
});

test('an empty list of hosts is shown as empty the third time it comes', async (ctx) => {
  const { page, showAll, heard } = await open(ctx, '/docker', { state: { dockerHosts: [host(cpu('web', 10))] } });
  await row(page, 'web').waitFor();
  showAll({ dockerHosts: [] });
  await page.getByText('No Docker hosts configured').waitFor();
  // the page has asked for the second and the third one
  expect(heard.filter(({ type }) => type === 'resync')).toHaveLength(2);
});

test('without data it says that it is loading, or that the connection is lost and it tries again', async (ctx) => {
  const { page, lose } = await open(ctx, '/docker', { state: null });
  await page.getByText('Loading Docker data...').waitFor();
  lose();
  await page.getByText('Attempting to reconnect…').waitFor();
});

test.for([1280, 390])('very long names push nothing out of a window of %i px', async (width, ctx) => {
  const endless = 'x'.repeat(180);
  const container = aContainer({
    ...{ name: endless, image: `${endless}:1`, status: endless, composeProject: endless },
    labels: { [endless]: endless },
    networks: [{ name: endless, ipv4: '172.16.0.1', ipv6: endless }],
  });
  const facts = { os: endless, dockerVersion: endless, agentVersion: endless, architecture: endless };
  const wide = aDockerHost({ ...facts, displayName: endless, hostname: endless, containers: [container] });
  const { page } = await open(ctx, '/docker', { state: { dockerHosts: [wide] }, viewport: { width, height: 800 } });
  await row(page, 'xxx').click();
  await page.locator('tr.detail').waitFor();
  await page.screenshot({ path: path.join(artifacts, `docker-endless-${width}.png`) });
  const sideways = () => page.locator('[data-scroller]').evaluate((frame) => frame.scrollWidth - frame.clientWidth);
  expect(await sideways()).toBeLessThanOrEqual(0);
  await page.goto(new URL('/settings/docker', page.url()).href);
  await page.getByRole('grid', { name: 'Reporting hosts' }).waitFor();
  await page.screenshot({ path: path.join(artifacts, `settings-docker-endless-${width}.png`) });
  expect(await sideways()).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: /^Remove/ }).click();
  await page.getByRole('dialog').waitFor();
  await expect
    .poll(() => page.getByRole('dialog').evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth))
    .toBeLessThanOrEqual(0);
});
