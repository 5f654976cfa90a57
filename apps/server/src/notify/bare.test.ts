// A line of a message that throws costs the line: the message arrives without it, and the defect is noted.
import type { JournalEntry } from '@belfry/schema/journal/entry';
import { expect, test } from 'vitest';
import { bareView, orBare } from './bare.ts';
import type { Notice } from './notice.ts';
import type { Message } from './notifier.ts';
import { webhookServices } from './services/registry.ts';
import { webhookWith } from './services/testing/webhooks.ts';
import { AT, alertWith } from './testing/notices.ts';
import { accepted, destination, startOutbox } from './testing/outbox.ts';
import { bodyOf } from './text/body.ts';

const never = (): never => {
  throw new Error('it cannot be read');
};
/** Whoever reads what was changed gets an error. */
function damagedAt(at: string): JournalEntry {
  const entry: JournalEntry = {
    ...{ id: '7', at, resource: 'vm', instance: 'dc', name: 'mail', kind: 'guest' },
    ...{ event: 'changed', by: 'root@pam', source: 'task', changes: [] },
  };
  return Object.defineProperty(entry, 'changes', { get: never });
}
const forecast = { kind: 'full', at: AT, perDay: 1, latest: AT } as const;
/** Whoever reads when it will be full at the earliest gets an error. */
const thrown = Object.defineProperty({ ...forecast, earliest: AT }, 'earliest', { get: never });
const resources = Object.defineProperty({ count: 3, resources: [] }, 'resources', { get: never });

const poisons = {
  change: { change: damagedAt(new Date(AT).toISOString()) },
  forecast: { forecast: thrown },
  affected: { alert: alertWith({ metadata: { affects: resources } }) },
};

const signal = new AbortController().signal;

test.each(
  webhookServices.flatMap((service) => Object.entries(poisons).map(([line, poison]) => ({ service, line, poison }))),
)('$service.key sends the alert although its $line throws', async ({ service, poison }) => {
  const webhook = webhookWith({ service: service.key });
  const sent: Message[] = [];
  const defects: unknown[] = [];
  const plain = {
    target: '',
    async send(message: Message) {
      service.render(message, webhook);
      sent.push(message);
      return accepted;
    },
    close: async () => {},
  };
  const sender = await orBare(
    plain,
    async (given) => given,
    (error) => defects.push(error),
  );
  const entry = { alert: alertWith(), occurrence: 'o1', duration: 0 };
  const notice: Notice = { kind: 'raised', at: AT, alerts: [{ ...entry, ...poison }] };
  expect(await sender.send({ key: 'k', notice, publicUrl: '', threads: {} }, signal)).toEqual(accepted);
  expect(sent).toHaveLength(1);
  // A service that does not show the line has nothing to leave out.
  expect(sent[0]?.notice === notice ? 0 : 1).toBe(defects.length);
});

test('the outbox sends a message once although the change before its alert cannot be read', async () => {
  const defects: string[] = [];
  const { queue, clock, notices, states } = await startOutbox({
    destinations: [destination('webhook:a', { language: 'de' })],
    changeBefore: async (alert) => damagedAt(alert.startTime),
    play({ notice }) {
      bodyOf(notice, 10_000);
      return accepted;
    },
    onDefect: (_error, where) => defects.push(where),
  });
  queue('webhook:a', 'raised', 'o1');
  const sent = async () => {
    await clock.advance(500);
    return states();
  };
  await expect.poll(sent).toEqual(['sent 1']);
  expect(notices.at(-1)?.alerts).toMatchObject([{ occurrence: 'o1' }]);
  expect(notices.at(-1)?.alerts[0]).not.toHaveProperty('change');
  expect(defects).toEqual(['the text of a message']);
});

test('a message that throws in both forms is tried again later', async () => {
  const { queue, clock, states } = await startOutbox({
    destinations: [destination('webhook:a')],
    play: never,
    onDefect: () => {},
  });
  queue('webhook:a', 'raised', 'o1');
  const attempts = async () => {
    await clock.advance(500);
    return Number((await states())[0]?.replace('failed ', ''));
  };
  await expect.poll(attempts).toBeGreaterThan(1);
});

test('a view of the present state without what it can do without still has each alert', () => {
  const alert = alertWith({ metadata: { affects: { count: 3, resources: [] } } });
  const view = bareView({ active: [alert], ended: [], publicUrl: 'https://b.example', changeOf: never });
  expect(view.changeOf).toBeUndefined();
  const { affects: _, ...metadata } = alert.metadata ?? {};
  expect(view.active).toEqual([{ ...alert, metadata }]);
});
