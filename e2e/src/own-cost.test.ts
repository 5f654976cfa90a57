// What Belfry itself uses, on the Diagnostics page, beside what it promises.
import type { HistoryReply, HistorySeries } from '@belfry/schema/http/history';
import { expect, test } from 'vitest';
import { anInstance } from './made.ts';
import { useStage } from './stage.ts';
import { expectWhole, sizes } from './views.ts';

const open = useStage();
const MB = 2 ** 20;

const series = (kind: HistorySeries['kind'], id: string, metric: string, value: number): HistorySeries => {
  const values = Array.from({ length: 60 }, (_, n) => (n < 5 ? null : value * (0.9 + (n % 3) / 10)));
  const columns = { min: values, mean: values, max: values };
  return { kind, id, metric, unit: 'count', from: Date.now() - 3_600_000, step: 60_000, ...columns, parts: [] };
};
const reply: HistoryReply = {
  ...{ from: 0, to: 1 },
  series: [
    series('belfry', 'belfry', 'cpu', 2),
    series('belfry', 'belfry', 'memory.used', 300 * MB),
    series('belfry', 'belfry', 'written', 100),
    series('belfry', 'belfry', 'sent', 800),
    series('belfry', 'belfry', 'browsers', 1),
    series('instance', 'dc', 'calls', 40),
  ],
};

test('each figure has its hour and its promise, and says when it is more than promised', async (ctx) => {
  const asked: string[] = [];
  const { page } = await open(ctx, '/settings/diagnostics', {
    state: { instances: [anInstance('dc', { name: 'Datacentre' })] },
    ownPast: true,
    prepare: ({ page }) =>
      page.route('**/api/history?*', (route) => {
        asked.push(new URL(route.request().url()).searchParams.get('ids') ?? '');
        return route.fulfill({ json: reply });
      }),
  });
  const line = (name: string) => page.getByRole('listitem', { name, exact: true });
  await line('Memory').getByText('more than promised').waitFor();
  await line('Memory')
    .getByRole('img', { name: /^Memory in the last hour/ })
    .waitFor();
  await line('Written to disk')
    .getByText(/promised: at most .* a day for these guests/)
    .waitFor();
  await expect.poll(() => line('Written to disk').getByText('more than promised').count()).toBe(0);
  await line('Calls to Datacentre').getByText('are being counted', { exact: false }).waitFor();
  await expect.poll(() => asked).toContain('belfry/belfry,instance/dc');
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    await line('Memory').waitFor();
    await expectWhole(page, 'diagnostics-cost');
  }
});
