import { expect, test } from 'vitest';
import { belfry, run } from '../testing/belfry.ts';

const reason = (type: string, status: string, fields: object = {}) => ({
  ...{ id: `dc-100-${type}`, type, status, is: 'bad', unit: 'percent', heldBack: [] },
  ...{ message: 'It is ill.', sentence: { id: 'words', values: { words: 'It is ill.' } }, ...fields },
});

test('what the status of a rule says is not said again below it, and what it does not say is', async () => {
  const until = '2026-01-02T03:04:00Z';
  const { url } = await belfry({
    'GET /api/alerts/why?resource=web': {
      resource: { id: 'dc-100', name: 'web', list: 'vms' },
      reasons: [
        reason('cpu', 'acknowledged', { heldBack: [{ by: 'acknowledgement' }, { by: 'silence', until }] }),
        reason('memory', 'active', { heldBack: [{ by: 'cause' }] }),
      ],
    },
  });
  expect((await run('why web', { BELFRY_URL: url }, 200)).output.trimEnd().split('\n')).toEqual([
    'web (dc-100)',
    'CPU usage: alert, acknowledged',
    '    It is ill.',
    '    Its messages are held back: it is silenced, until 2026-01-02 03:04:00 UTC',
    '    id: dc-100-cpu',
    'Memory usage: alert',
    '    It is ill.',
    '    Its messages are held back: another alert explains it',
    '    id: dc-100-memory',
  ]);
});
