// The journal as a page and as a file, through the whole server.
import { JournalReply } from '@belfry/schema/http/journal';
import { expect, test } from 'vitest';
import { openApp } from '../contract/testing/whole-app.ts';
import { openJournalFile } from '../db/journal-file.ts';
import type { NewEntry } from '../db/journal-rows.ts';
import { tempDir } from '../db/testing/temp-store.ts';
import { systemClock } from '../lib/clock.ts';

const AT = Date.UTC(2026, 0, 2, 3, 4, 5);
const entry = (nth: number, more: Partial<NewEntry> = {}): NewEntry => ({
  ...{ at: AT + nth * 1000, since: undefined, resource: `lab-${100 + nth}`, instance: 'lab', name: `web${nth}` },
  ...{ kind: 'guest', event: 'changed', by: 'root@pam', source: 'task' },
  changes: [{ field: 'memory', before: '4096', after: '8192' }],
  ...more,
});

async function serve(entries: readonly NewEntry[]) {
  const dataDir = tempDir();
  const log = { error: () => {} };
  const file = openJournalFile({ dataDir, clock: systemClock, log, setAside: { leaveOut: () => {} } });
  await file.write(async (rows) => {
    for (const one of entries) await rows.add(one);
  });
  await file.close();
  const { call } = await openApp({}, dataDir);
  return (query: string) => call('GET', `/api/journal${query}`);
}

test('a page goes on where the one before ended', async () => {
  const get = await serve([0, 1, 2].map((nth) => entry(nth)));
  const first = JournalReply.parse((await get('?limit=2')).json);
  expect(first.entries.map(({ name }) => name)).toEqual(['web2', 'web1']);
  const second = JournalReply.parse((await get(`?limit=2&cursor=${first.next}`)).json);
  expect(second).toMatchObject({ entries: [{ name: 'web0', at: '2026-01-02T03:04:05.000Z' }], next: null });
});

test('a filter that is wrong is refused with what would be right', async () => {
  const get = await serve([]);
  expect((await get('?cursor=last')).json).toMatchObject({
    details: { cursor: 'Send the cursor of an earlier answer' },
  });
  expect((await get('?from=yesterday')).json).toMatchObject({
    details: { from: 'Use ISO 8601 or epoch milliseconds' },
  });
  expect((await get('?kind=vm')).status).toBe(400);
});

test('all entries are a file, in CSV with a line for each change and no formula', async () => {
  const get = await serve([
    entry(0, { changes: [{ field: 'description', before: null, after: '=1+1, "x"' }] }),
    entry(1, { event: 'removed', changes: [], by: null, source: 'readings', since: AT }),
  ]);
  const csv = await get('?format=csv&limit=1');
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(csv.text.split('\r\n')).toEqual([
    'id,time,since,resource,name,kind,event,by,source,field,before,after',
    '2,2026-01-02T03:04:06.000Z,2026-01-02T03:04:05.000Z,lab-101,web1,guest,removed,,readings,,,',
    `1,2026-01-02T03:04:05.000Z,,lab-100,web0,guest,changed,root@pam,task,description,,"'=1+1, ""x"""`,
    '',
  ]);
  const lines = (await get('?format=ndjson')).text.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).name)).toEqual(['web1', 'web0']);
});
