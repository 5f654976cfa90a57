import { expect, test } from 'vitest';
import { belfry, run } from '../testing/belfry.ts';
import { minutesOf } from './alerts.ts';

test('a duration is minutes, hours or days', () => {
  expect(['90m', '4h', '2d'].map(minutesOf)).toEqual([90, 240, 2880]);
});

test.for(['', '0m', '4', 'h', '-4h', '4 h', '1w', '1.5h'])('%j is refused with an example', (text) => {
  expect(() => minutesOf(text)).toThrow('Use minutes, hours or days: 90m, 4h, 2d.');
});

const alert = {
  ...{
    id: 'dc-100/cpu',
    type: 'cpu',
    level: 'critical',
    resourceId: 'dc-100',
    resourceName: 'db\u001b[2J',
    node: 'pve1',
  },
  ...{
    instance: 'dc',
    message: 'CPU is at 95 %',
    value: 95,
    threshold: 80,
    startTime: '2026-01-02T03:04:05Z',
    acknowledged: false,
  },
};
const ACTIVE = 'GET /api/alerts/active';
const ACK = 'POST /api/alerts/bulk/acknowledge';

test('the token goes to Belfry, and a hostile name does not reach the terminal', async () => {
  const { url, asked } = await belfry({ [ACTIVE]: [alert] });
  const { output } = await run('alerts', { BELFRY_URL: url, BELFRY_TOKEN: 'secret' });
  expect(asked).toEqual([{ call: ACTIVE, token: 'secret', body: undefined }]);
  expect(output).toBe(
    'critical  2026-01-02 03:04:05 UTC db�[2J on pve1\n          CPU is at 95 %\n          id: dc-100/cpu\n',
  );
});

test('critical alerts come first, then the newest, and the lines fit the terminal', async () => {
  const long = 'The backup of this guest has failed for a reason that takes many words to tell. '.repeat(3).trim();
  const alerts = [
    { ...alert, id: 'old-warning', level: 'warning' },
    { ...alert, id: 'new-warning', level: 'warning', startTime: '2026-01-03T00:00:00Z', message: long },
    { ...alert, id: 'critical', acknowledged: true, ackUser: 'ann' },
  ];
  const { url } = await belfry({ [ACTIVE]: alerts });
  for (const columns of ['60', '100', '']) {
    const { output } = await run('alerts', { BELFRY_URL: url, COLUMNS: columns });
    expect([...output.matchAll(/id: (.*)$/gm)].map(([, id]) => id)).toEqual(['critical', 'new-warning', 'old-warning']);
    for (const line of output.split('\n')) expect(line.length).toBeLessThanOrEqual(Number(columns) || 80);
    expect(output.replaceAll(/\s+/g, ' ')).toContain(long);
    expect(output).toContain('acknowledged by ann');
  }
});

test('an alert about which nothing has been read since says so', async () => {
  const metadata = { resourceType: 'node', unit: 'celsius', occurrence: '1', instanceId: 'dc', list: 'nodes' };
  const old = { ...alert, metadata: { ...metadata, unreadSince: '2026-01-02T04:00:00Z' } };
  const { url } = await belfry({ [ACTIVE]: [old, { ...alert, id: 'fresh', metadata }] });
  const { output } = await run('alerts', { BELFRY_URL: url });
  expect(output.match(/not read since .*/g)).toEqual(['not read since 2026-01-02 04:00:00 UTC']);
});

test('--json prints what Belfry answered', async () => {
  const { url } = await belfry({ [ACTIVE]: [alert] });
  const { output } = await run(`--url ${url} --json alerts --level warning`, {});
  expect(JSON.parse(output)).toEqual([]);
  expect(JSON.parse((await run(`--url ${url} --json alerts`, {})).output)).toMatchObject([{ id: alert.id }]);
});

test('several alerts are acknowledged with one call, and one that is not active fails the command', async () => {
  const results = [
    { alertId: 'a', success: true },
    { alertId: 'b', success: false, error: 'Alert not found' },
  ];
  const { url, asked } = await belfry({ [ACK]: { results } });
  await expect(run('alerts ack a b', { BELFRY_URL: url })).rejects.toThrow('b: There is no such active alert.');
  expect(asked).toMatchObject([{ call: ACK, body: { alertIds: ['a', 'b'] } }]);
});

test('a silence is for one alert, and for as long as --for says', async () => {
  const made = {
    id: '1',
    target: { kind: 'alert', value: 'a' },
    reason: 'disk ordered',
    by: 'me',
    since: 'x',
    until: 'then',
  };
  const { url, asked } = await belfry({ 'POST /api/alerts/silences': made });
  const { output } = await run('alerts silence a --for 4h --reason disk', { BELFRY_URL: url });
  expect(output).toBe('Silenced until then.\n');
  expect(asked[0]?.body).toEqual({ target: { kind: 'alert', value: 'a' }, reason: 'disk', minutes: 240 });
});
