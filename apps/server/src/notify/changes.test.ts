// The webhooks of changes over a real journal: in order, at least once, bounded, and what was left out is said.
import { ok } from '@belfry/domain/result';
import type { Webhook } from '@belfry/schema/notifications/webhook';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { openJournalFile } from '../db/journal-file.ts';
import { journalEntry } from '../db/testing/journal-entries.ts';
import { openTestStore, tempDir } from '../db/testing/temp-store.ts';
import { createJournal } from '../journal/journal.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import { createParts } from '../lib/parts.ts';
import { createChanges, type JournalFeed } from './changes.ts';
import { createFailing } from './outbox/failing.ts';
import { webhookWith } from './services/testing/webhooks.ts';
import { AT } from './testing/notices.ts';

const Body = z.strictObject({
  source: z.literal('belfry'),
  id: z.string(),
  skipped: z.number().optional(),
  entries: z.array(z.object({ id: z.string(), resource: z.string() })),
});

async function begin() {
  const clock = fakeClock(AT);
  const log = createLogger('silent');
  const fail = (error: unknown) => {
    throw error;
  };
  const { guardedTask } = createParts({ onDefect: fail, clock });
  const file = openJournalFile({ dataDir: tempDir(), clock, log, setAside: { leaveOut: () => {} } });
  const journal = createJournal({ file, guardedTask, clock });
  const store = await openTestStore({ dataDir: tempDir(), clock, log });
  onTestFinished(async () => {
    await journal.stop();
    await store.close();
  });
  const requests: { key: string; body: z.infer<typeof Body>; headers: Record<string, string> }[] = [];
  let answer: () => { status: number } = () => ({ status: 200 });
  let list: readonly Webhook[] = [];
  let noted = () => {};
  const start = (given: Partial<JournalFeed> = {}) => {
    let follow = () => {};
    const feed: JournalFeed = {
      after: journal.after,
      newest: journal.newest,
      changed(listener) {
        noted = listener;
      },
      ...given,
    };
    const failing = createFailing({ isWaiting: () => true, key: 'changes', what: 'Changes', clock, log });
    const changes = createChanges({
      feed,
      failing,
      settings: store.settings,
      onDefect: fail,
      targets: {
        ofChanges: () => list,
        onChange(listener) {
          follow = listener;
        },
      },
      service: {
        clock,
        log,
        async request({ headers = {}, body }) {
          const parsed = Body.parse(JSON.parse(String(body)));
          requests.push({ key: headers['idempotency-key'] ?? '', body: parsed, headers });
          return ok({ ...answer(), headers: {}, body: '' });
        },
      },
    });
    return { changes, failing, follow: () => follow() };
  };
  let now = start();
  return {
    ...{ clock, requests },
    /** Seconds, with a tick in each. */
    async pass(seconds: number) {
      for (let n = 0; n < seconds; n++) {
        now.changes.tick();
        await journal.page({}, 1);
        await new Promise((done) => setImmediate(done));
        await clock.advance(1000);
      }
    },
    configure(webhooks: readonly Webhook[]) {
      list = webhooks;
      now.follow();
    },
    answers(status: number) {
      answer = () => ({ status });
    },
    async note(from: number, to: number) {
      await file.write(async (rows) => {
        for (let n = from; n <= to; n++) await rows.add(journalEntry(`lab-${n}`, { at: AT - n }));
      });
      noted();
    },
    async restart() {
      await now.changes.stop();
      now = start();
    },
    problems: () =>
      Object.values({ ...now.failing.problems(), ...now.changes.problems() }).map(({ message }) => message),
    sent: () => requests.flatMap(({ body }) => body.entries.map(({ resource }) => resource)),
  };
}
const names = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `lab-${from + n}`);
const webhook = webhookWith({ service: 'journal', headers: { Authorization: 'Bearer x' } });

test('a new webhook begins with the next entry, and gets each one in the order in which it was noted', async () => {
  const { configure, note, pass, sent, requests } = await begin();
  await note(1, 3);
  configure([webhook]);
  await pass(3);
  expect(sent()).toEqual([]);
  await note(4, 5);
  await pass(2);
  await note(6, 208);
  await pass(5);
  expect(sent()).toEqual(names(4, 208));
  expect(requests.map(({ body }) => body.entries.length)).toEqual([2, 100, 100, 3]);
  expect(requests[0]).toMatchObject({
    key: 'journal-4-5',
    body: { id: 'journal-4-5' },
    headers: { authorization: 'Bearer x' },
  });
});

test('what is not accepted is sent again as it was, nothing overtakes it, and after ten minutes it is a problem', async () => {
  const { configure, note, pass, requests, answers, sent, problems } = await begin();
  configure([webhook]);
  await pass(2);
  answers(503);
  await note(1, 2);
  await pass(2);
  await note(3, 4);
  await pass(60);
  expect(new Set(requests.map(({ key }) => key))).toEqual(new Set(['journal-1-2']));
  expect(requests.length).toBeLessThan(9);
  expect(problems()).toEqual([]);
  await pass(900);
  expect(problems()).toEqual([expect.stringContaining('Changes cannot be delivered to Hook: HTTP 503')]);
  answers(204);
  const tries = requests.length;
  await pass(310);
  expect(sent().slice(tries * 2)).toEqual(names(1, 4));
  expect(problems()).toEqual([]);
});

test('after a restart it goes on after the last accepted entry; what was sent without an answer comes twice with the same ids', async () => {
  const { configure, note, pass, requests, answers, restart } = await begin();
  configure([webhook]);
  await pass(2);
  await note(1, 1);
  await pass(2);
  answers(500);
  await note(2, 2);
  await pass(1);
  await restart();
  answers(200);
  await note(3, 3);
  await pass(3);
  expect(requests.map(({ body }) => body.entries.map(({ id }) => id))).toEqual([['1'], ['2'], ['2', '3']]);
});

test('when more than 10,000 entries wait, the oldest are left out, and the receiver and the administrator see how many', async () => {
  const { configure, note, pass, requests, answers, problems, sent } = await begin();
  configure([webhook]);
  await pass(2);
  answers(500);
  await note(1, 1);
  await pass(2);
  await note(2, 10_012);
  await pass(6000);
  answers(200);
  requests.length = 0;
  await pass(410);
  expect(requests[0]?.body).toMatchObject({ skipped: 12, entries: { 0: { resource: 'lab-13' } } });
  expect(requests.filter(({ body }) => body.skipped !== undefined)).toHaveLength(1);
  expect(sent()).toEqual(names(13, 10_012));
  expect(problems()).toEqual([
    '12 changes were not sent to Hook, because it was away for too long. The journal has them.',
  ]);
  await pass(1);
});

test('one that was switched off gets nothing of that time, and one that is new in the list does not disturb the other', async () => {
  const { configure, note, pass, sent, requests } = await begin();
  configure([webhook]);
  await pass(2);
  configure([{ ...webhook, enabled: false }]);
  await note(1, 1);
  await pass(2);
  configure([webhook]);
  await pass(2);
  await note(2, 2);
  await pass(2);
  expect(sent()).toEqual(['lab-2']);
  configure([webhook, webhookWith({ id: 'second', service: 'journal' })]);
  await pass(2);
  await note(3, 3);
  await pass(2);
  expect(sent()).toEqual(['lab-2', 'lab-3', 'lab-3']);
  expect(requests).toHaveLength(3);
});
