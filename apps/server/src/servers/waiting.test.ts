// When a standby takes the lease, and what it says while it does not.
import { expect, test } from 'vitest';
import type { LeaseRow, Reason, Seen } from '../db/postgres/lease.ts';
import type { StoreError } from '../db/store-error.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import { createWaiting } from './waiting.ts';

const held: LeaseRow = {
  ...{ holder: 'a', id: 'of a', address: 'http://a', version: '1', epoch: 7, renewals: 3, next: '', wish: '' },
  ...{ since: 1000, left: 8 },
};

function standby(first: Partial<LeaseRow> = {}) {
  const clock = fakeClock();
  const taken: [Reason, Seen | undefined][] = [];
  let row: LeaseRow = { ...held, ...first };
  let refusal: StoreError | undefined;
  let isSilent = false;
  let greetings = 0;
  const waiting = createWaiting({
    lease: {
      async read() {
        if (isSilent) throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
        return row;
      },
      async take(_, reason, seen) {
        taken.push([reason, seen]);
        return 8;
      },
      greet: async () => void greetings++,
    },
    own: { name: 'b', id: 'of b', address: 'http://b', version: '1' },
    whyUnusable: async () => refusal,
    ...{ steady: clock.monotonic, clock, log: createLogger('silent') },
  });
  return {
    ...{ clock, waiting, taken, greetings: () => greetings },
    now(fields: Partial<LeaseRow>) {
      row = { ...row, ...fields };
    },
    refuse(message: string | undefined) {
      refusal = message === undefined ? undefined : { code: 'key_missing', message };
    },
    silence() {
      isSilent = true;
    },
  };
}

test('it takes nothing while another server renews, greets three times a minute, and knows who is active', async () => {
  const { clock, waiting, taken, greetings, now } = standby();
  void waiting.lead();
  for (let seconds = 0; seconds < 56; seconds += 4) {
    await clock.advance(4000);
    now({ renewals: seconds + 10, left: 12 });
  }
  expect([taken, greetings()]).toEqual([[], 3]);
  expect(waiting.standing()).toEqual({
    active: { name: 'a', address: 'http://a', since: 1000 },
    trouble: undefined,
  });
});

test('it takes a lease that has run out as a takeover, one that was given to it as planned, and its own as a start', async () => {
  const out = standby();
  await out.waiting.first();
  out.now({ left: -0.1 });
  expect(await out.waiting.first()).toMatchObject({ epoch: 8 });
  const given = standby({ next: 'b', wish: 'planned', left: 0 });
  await given.waiting.first();
  const own = standby({ holder: 'b', id: 'of b', left: 11 });
  await own.waiting.first();
  expect([out.taken, given.taken, own.taken].flat().map(([reason]) => reason)).toEqual([
    'takeover',
    'planned',
    'start',
  ]);
});

test('a lease that was given to a third server is left to it for as long as a lease lasts', async () => {
  const { waiting, taken, now } = standby({ next: 'c', wish: 'planned', left: -11 });
  await waiting.first();
  expect([taken, waiting.standing().active]).toEqual([[], undefined]);
  now({ left: -13 });
  await waiting.first();
  expect(taken).toHaveLength(1);
});

test('a lease that nobody renews for fifteen seconds of its own clock is taken, whatever the clock of the database says', async () => {
  const { clock, waiting, taken } = standby({ left: 86_400 });
  const lead = waiting.lead();
  await clock.advance(15_000);
  expect(taken).toEqual([]);
  await clock.advance(2000);
  expect(await lead).toMatchObject({ epoch: 8 });
  expect(taken).toMatchObject([['takeover', { epoch: 7, renewals: 3 }]]);
});

test('a standby that could not use the database takes nothing and says why, and a silent database is no free lease', async () => {
  const { waiting, taken, now, refuse, silence } = standby();
  await waiting.first();
  refuse('no key');
  now({ left: -1 });
  await waiting.first();
  expect([taken, waiting.standing().trouble]).toEqual([[], { id: 'words', values: { words: 'no key' } }]);
  silence();
  await waiting.first();
  expect([taken, waiting.standing().trouble?.id]).toEqual([[], 'servers.silent']);
});

test('one that is stopped ends its wait', async () => {
  const { clock, waiting } = standby();
  const lead = waiting.lead();
  await clock.advance(500);
  waiting.stop();
  expect(await lead).toBeUndefined();
});
