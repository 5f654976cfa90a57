import { fail, ok, type Result } from '@belfry/domain/result';
import type { SourceError } from '@belfry/schema/messages/observation';
import { expect, test } from 'vitest';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createDenials, ENOUGH, REFUSED_REST_MS } from './denials.ts';

const refusal: SourceError = { kind: 'forbidden', status: 403, message: 'Sys.Audit is missing' };

/** Calls of one kind on nodes 1, 2, 3 …; `allowed` are those that are answered. */
function calls(...allowed: number[]) {
  const clock = fakeClock();
  const denials = createDenials(clock, ENOUGH);
  const sent: number[] = [];
  const may = new Set(allowed);
  return {
    clock,
    denials,
    sent,
    may,
    ask: (node: number, wait?: Promise<void>): Promise<Result<unknown, SourceError>> =>
      denials.ask('node status', `/nodes/${node}/status`, async (calledOff) => {
        await wait;
        if (calledOff.aborted) return fail({ kind: 'timeout', message: 'never sent' });
        sent.push(node);
        return may.has(node) ? ok(node) : fail(refusal);
      }),
  };
}

test('after three refusals of one kind of call, further ones get the same error without a call for ten minutes', async () => {
  const { ask, sent, clock, denials } = calls();
  for (const node of [1, 2, 3, 4, 5]) expect(await ask(node)).toEqual(fail(refusal));
  expect(sent).toEqual([1, 2, 3]);
  expect(denials.any()).toBe(true);
  await clock.advance(REFUSED_REST_MS);
  expect(denials.any()).toBe(true);
  for (const node of [1, 2, 3, 4, 5, 6, 7]) await ask(node);
  // The others have their turn, so that the one that is allowed is found.
  expect(sent).toEqual([1, 2, 3, 4, 5, 6]);
});

test('queued calls are not sent when their kind is refused, and get the same error', async () => {
  const { ask, sent } = calls();
  let go = () => {};
  const place = new Promise<void>((done) => {
    go = done;
  });
  const waiting = [4, 5, 6].map((node) => ask(node, place));
  for (const node of [1, 2, 3]) await ask(node);
  go();
  expect(await Promise.all(waiting)).toEqual([fail(refusal), fail(refusal), fail(refusal)]);
  expect(sent).toEqual([1, 2, 3]);
});

test('if some calls of a kind are answered, only the refused ones are paused', async () => {
  const { ask, sent } = calls(1);
  for (const node of [1, 2, 3, 4, 5]) await ask(node);
  for (const node of [1, 2, 3, 4, 5]) await ask(node);
  expect(sent).toEqual([1, 2, 3, 4, 5, 1]);
});

test('after a change of privileges every call is made again at once', async () => {
  const { ask, sent, may, denials } = calls();
  for (const node of [1, 2, 3]) await ask(node);
  may.add(1).add(4);
  denials.forget();
  expect(await ask(4)).toEqual(ok(4));
  expect(await ask(1)).toEqual(ok(1));
  expect(sent).toEqual([1, 2, 3, 4, 1]);
});
