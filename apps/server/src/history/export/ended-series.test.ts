// Series that end, at real engines: what is not there any more has no value at once, and a guest that moves has one description.
import { expect, onTestFinished, test } from 'vitest';
import { readingOf } from '../exposition/subject.ts';
import { guest } from '../exposition/subjects.ts';
import { queryPrometheus } from '../testing/query-prometheus.ts';
import { prometheus, victoriaMetrics } from '../testing/remote-engines.ts';
import type { Take } from './format.ts';
import { encode } from './write-request.ts';

const STEP_MS = 10_000;

/** Guests by id: the node of each, and its state if it is known. */
function takeOf(at: number, guests: Record<string, [node: string, up?: number]>, added = {}): Take {
  const readings = Object.entries(guests).map(([id, [node, up]]) =>
    readingOf(
      guest,
      {
        labels: [['id', id]],
        about: [
          ['name', id],
          ['node', node],
        ],
      },
      {
        up,
        paused: undefined,
        uptime: undefined,
        last_backup_time: undefined,
        ha_managed: undefined,
        ha_failed: undefined,
        memory_size: 1024,
        cores: 2,
      },
    ),
  );
  return { readings: [[guest, readings]], at, added };
}

for (const engine of [prometheus(), victoriaMetrics()])
  test(`${engine.name} has no value of a series that ended, and one description of a guest that moved`, async (context) => {
    if (engine.reason !== undefined) return context.skip(engine.reason);
    onTestFinished(engine.end);
    await engine.start();
    let before: Take | undefined;
    const send = async (take: Take) => {
      for (const { body } of encode(take, before)) {
        const headers = { 'content-encoding': 'snappy', 'content-type': 'application/x-protobuf' };
        const answer = await fetch(`${engine.origin()}/api/v1/write`, { method: 'POST', headers, body });
        expect([answer.status, await answer.text()]).toEqual([204, '']);
      }
      before = take;
      await engine.settle();
    };
    const ask = queryPrometheus(Number(new URL(engine.origin()).port));
    const found = async (query: string) =>
      (await ask(query)).map(({ metric: { id, node, site } }) => [id, node, site].filter(Boolean).join(' ')).sort();
    // VictoriaMetrics does not show the last half minute.
    const now = Date.now() - 40_000;
    await send(takeOf(now - 3 * STEP_MS, { 'dc-1': ['a', 1], 'dc-2': ['a', 1], 'dc-3': ['a', 1] }));
    await send(takeOf(now - 2 * STEP_MS, { 'dc-1': ['b', 1], 'dc-2': ['a'] }));
    const joined = 'belfry_guest_memory_size_bytes * on (instance, job, id) group_left (node) belfry_guest_info';
    expect(await found(joined)).toEqual(['dc-1 b', 'dc-2 a']);
    expect(await found('belfry_guest_up')).toEqual(['dc-1']);
    // A label that is added makes other series of all.
    await send(takeOf(now - STEP_MS, { 'dc-1': ['b', 1] }, { site: 'home', node: 'x' }));
    expect(await found('belfry_guest_info')).toEqual(['dc-1 b home']);
    expect(await found('belfry_guest_up')).toEqual(['dc-1 x home']);
    expect(await found(joined.replace('group_left (node)', 'group_left ()'))).toEqual(['dc-1 x home']);
    // A description has a node of its own, so an added one changes nothing there: the same series goes on.
    await send(takeOf(now, { 'dc-1': ['b', 1] }, { site: 'home', node: 'y' }));
    expect(await found('belfry_guest_info')).toEqual(['dc-1 b home']);
    expect(await found('belfry_guest_up')).toEqual(['dc-1 y home']);
  });
