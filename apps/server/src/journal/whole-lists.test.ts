import { describe, expect, it } from 'vitest';
import { begin } from './testing/begun-journal.ts';

describe('whole lists', () => {
  const under = 'lab/backup-job/';
  function lists() {
    const begun = begin();
    const { journal, clock } = begun;
    const read = (rows: Record<string, string>, isComplete = true) => {
      const instance = { id: 'lab', kind: 'pve' as const, name: 'lab', host: 'https://lab' };
      const settings = Object.entries(rows).map(([name, schedule]) => ({
        ...{ resource: `${under}${name}`, kind: 'backup-job' as const, name, settings: { schedule }, tasks: [] },
      }));
      const resources = settings.map(({ resource }) => resource);
      const settingsLists = isComplete ? [{ kind: 'backup-job' as const, under, resources }] : [];
      journal.learn({
        instance,
        at: clock.now(),
        outcome: { ok: true, value: { slices: {}, settings, settingsLists } },
      });
    };
    const said = async () =>
      (await journal.page({ kind: 'backup-job' }, 100)).entries.map(
        ({ name, event, since }) => `${name} ${event} ${since?.slice(11, 16)}`,
      );
    return { ...begun, read, said };
  }

  it('say what is new and what is gone, with the interval between the readings', async () => {
    const { read, said, clock } = lists();
    read({ a: '01:00', b: '02:00' });
    await clock.advance(300_000);
    read({ a: '03:00', c: '04:00' });
    expect((await said()).sort()).toEqual(['a changed 03:04', 'b removed 03:04', 'c created 03:04']);
    await clock.advance(300_000);
    read({ a: '03:00', b: '02:00', c: '04:00' });
    expect((await said()).filter((line) => line.startsWith('b'))).toEqual(['b created 03:09', 'b removed 03:04']);
  });

  it('say nothing at the first reading, and a list that could not be read removes nothing', async () => {
    const { read, said, clock, journal } = lists();
    read({ a: '01:00', b: '02:00' });
    await clock.advance(300_000);
    read({}, false);
    const instance = { id: 'lab', kind: 'pve' as const, name: 'lab', host: 'https://lab' };
    const error = { kind: 'forbidden' as const, message: 'Permission check failed' };
    journal.learn({ instance, at: clock.now(), outcome: { ok: false, error } as never });
    await clock.advance(300_000);
    read({ a: '01:00', b: '02:00' });
    expect(await said()).toEqual([]);
  });

  it('of one kind do not touch resources of another one, and an instance that is added again starts empty', async () => {
    const { read, said, clock, journal, lines } = lists();
    const guests = (settings: Record<string, string>) => {
      const instance = { id: 'lab', kind: 'pve' as const, name: 'lab', host: 'https://lab' };
      const reading = { resource: 'lab-100', kind: 'guest' as const, name: 'web01', settings, tasks: [] };
      journal.learn({ instance, at: clock.now(), outcome: { ok: true, value: { slices: {}, settings: [reading] } } });
    };
    guests({ memory: '1' });
    read({ a: '01:00' });
    await clock.advance(300_000);
    read({});
    expect(await lines()).toHaveLength(1);
    journal.forget('lab');
    read({ a: '01:00' });
    expect(await said()).toEqual(['a removed 03:04']);
  });
});
