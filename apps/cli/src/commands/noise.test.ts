import { getNoise } from '@belfry/schema/http/noise';
import { expect, test } from 'vitest';
import { answers } from '../testing/answers.ts';
import { belfry, run } from '../testing/belfry.ts';

test('each alert has its counts, and the edits that would have halved it or the reason why there is none', async () => {
  const { url } = await belfry(answers);
  const lines = (await run('noise', { BELFRY_URL: url }, 200)).output.split('\n');
  expect(lines.slice(0, 7)).toEqual([
    'These made 24 of 9 alerts, and 6 of them were acknowledged.',
    'Edits were tried on stored values in steps of 10m, in which shorter peaks are not seen.',
    '1-1: CPU usage (7-7)',
    '    4 alerts, 1 acknowledged. Those that ended by themselves took 1m.',
    '    threshold 80 → 85 %: 2 of 4. Keeps 1 of the 1 that were acknowledged.',
    '    delay 5s → 10m for all guests: 2 of 4. Keeps 1 of the 1 that were acknowledged.',
    '1-1: CPU usage (7-7)',
  ]);
  expect(lines).toContain('    No edit would have halved it. It may be a real fault.');
});

test('the options are those of the call, and JSON is its answer', async () => {
  const call = 'GET /api/alerts/noise?days=90&order=alone&timeZone=Europe%2FBerlin';
  const { url, asked } = await belfry({ [call]: answers['GET /api/alerts/noise'] });
  const { output } = await run('noise --json --days 90 --order alone --time-zone Europe/Berlin', { BELFRY_URL: url });
  expect(asked[0]?.call).toBe(call);
  expect(getNoise.reply.parse(JSON.parse(output))).toEqual(answers['GET /api/alerts/noise']);
});

test('a name from a host cannot act on the terminal', async () => {
  const [alert] = answers['GET /api/alerts/noise'].alerts;
  const hostile = { ...answers['GET /api/alerts/noise'], alerts: [{ ...alert, name: 'web\u001b[2J' }] };
  const { url } = await belfry({ 'GET /api/alerts/noise': hostile });
  expect((await run('noise', { BELFRY_URL: url })).output).toContain('web�[2J');
});

test('without noise it says so', async () => {
  const { url } = await belfry(answers);
  expect((await run('noise --days 7', { BELFRY_URL: url })).output).toBe('Nothing alerts often.\n');
});
