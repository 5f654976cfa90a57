import { expect, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { ANSWER_MS, type Call, createCalls, type Passed } from './calls.ts';

const report = (body: string, token = 't'): Call => ({
  ...{ what: 'docker-report', params: {}, query: '', token, body },
});

function setUp() {
  const clock = fakeClock(0);
  const sent: Parameters<NonNullable<ReturnType<Parameters<typeof createCalls>[0]['send']>>>[0][] = [];
  const line = { isOpen: true };
  const calls = createCalls({ send: () => (line.isOpen ? (call) => void sent.push(call) : undefined), clock });
  return { clock, sent, line, calls };
}

test('a call gets the answer that has its number, and no answer after twelve seconds', async () => {
  const { clock, sent, calls } = setUp();
  const [first, second] = [calls.pass(report('1'), '10.0.0.1', 'a'), calls.pass(report('2'), '10.0.0.2', 'b')];
  const reply = { type: 'reply', id: sent[1]?.id ?? '', status: 200, body: '{}', contentType: 'x' } as const;
  calls.answered({ ...reply, id: 'unknown' });
  calls.answered(reply);
  expect(await second).toEqual(reply);
  await clock.advance(ANSWER_MS);
  expect(await first).toBe('no answer');
  expect(calls.count()).toBe(0);
});

test('without a line the newest call of each reporter is kept for two minutes, and a script gets an error at once', async () => {
  const { clock, line, calls } = setUp();
  line.isOpen = false;
  const pass = (body: string, about: string) => calls.pass(report(body), '10.0.0.1', about);
  expect([await pass('old', 'a'), await pass('new', 'a'), await pass('other', 'b')]).toEqual(['kept', 'kept', 'kept']);
  expect(await calls.pass({ ...report(''), what: 'setup-script' }, '10.0.0.1', '')).toBe('no line');
  expect([calls.next()?.body, calls.count()]).toEqual(['new', 1]);
  await clock.advance(120_001);
  expect([calls.next(), calls.count()]).toEqual([undefined, 0]);
});

test('one machine cannot fill what is kept, and all of it together has a limit', async () => {
  const { line, calls } = setUp();
  line.isOpen = false;
  const results: Passed[] = [];
  for (let n = 0; n < 20; n++) results.push(await calls.pass(report('x'), '10.0.0.1', `${n}`));
  expect(results.indexOf('full')).toBe(16);
  expect(await calls.pass(report('x'), '10.0.0.2', 'a')).toBe('kept');
  const large = 'x'.repeat(2 << 20);
  let last: Passed = 'kept';
  for (let n = 0; n < 20 && last === 'kept'; n++) last = await calls.pass(report(large), `10.0.1.${n}`, 'a');
  expect(last).toBe('full');
});

test('a line that does not answer takes a limited number of calls, and later calls are kept', async () => {
  const { sent, calls } = setUp();
  for (let n = 0; n < 300; n++) void calls.pass(report('x', `${n}`), `10.0.${n % 50}.1`, `${n}`);
  expect([sent.length, calls.count()]).toEqual([200, 100]);
});
