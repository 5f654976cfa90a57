// The kept past of a backup server, read from the lab's real wire.
import { expect, test } from 'vitest';
import { setUp } from './testing/watched.ts';

test('the server and every datastore that can be read give their past, in every frame', async () => {
  await using t = await setUp();
  await t.poll('usage');
  const { past } = t.source;
  if (!past) throw new Error('no past');
  const read = new Map<string, unknown>();
  for (const { resource, read: readFrame } of past.subjects()) {
    for (const frame of past.frames()) {
      const answer = await readFrame(frame, 'AVERAGE', AbortSignal.timeout(20_000));
      if (answer.ok) expect(answer.value?.stepMs).toBe(frame.stepMs);
      const known = answer.ok
        ? [...(answer.value?.columns[0] ?? [])].filter((value) => value >= 0 && value <= 100)
        : [];
      read.set(`${resource.id} ${frame.name}`, answer.ok ? known.length > 0 : answer.error.kind);
    }
  }
  const names = ['day', 'month', 'year'];
  const all = (id: string, found: unknown) => names.map((name) => [`${id} ${name}`, found]);
  const ofStores = ['archive', 'broken', 'empty', 'main', 'usb'].flatMap((name) =>
    all(`pbs-pbs-main/${name}`, name === 'broken' || name === 'usb' ? 'bad-status' : true),
  );
  expect(Object.fromEntries(read)).toEqual(Object.fromEntries([...all('pbs-pbs-main', true), ...ofStores]));
});
