import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AgentAnswer,
  type AgentRecord,
  answered as answeredAt,
  declined,
  failed,
  KEEP_MS,
  newRecord,
  nextQuestion,
  seenRunning,
} from './agent-record.ts';
import { errorInside, reasonOf } from './agents-poll.ts';

const answered = (record: AgentRecord, answer: AgentAnswer, now: number, spread: number) =>
  answeredAt(record, answer, { at: now, monotonic: now }, spread);
const enabled = (now: number): AgentRecord => answered(newRecord(now), { question: 'flag', enabled: true }, now, 0.5);

describe('the questions to a guest agent', () => {
  test('first whether there is one; an agent that is off is asked nothing more', () => {
    expect(nextQuestion(newRecord(0), 0)).toBe('flag');
    const off = answered(newRecord(0), { question: 'flag', enabled: false }, 0, 0.5);
    expect(off.reason).toBe('agent-disabled');
    expect(nextQuestion(off, 599_000)).toBeUndefined();
    expect(nextQuestion(off, 600_000)).toBe('flag');
  });

  test('after a failure nothing is asked for a minute, then two, four, at most ten; the last disks stay', () => {
    const disk = { mountpoint: '/', device: 'sda', type: 'ext4', total: 10, used: 5, free: 5, usage: 50 };
    let record = answered(enabled(0), { question: 'filesystems', disks: [disk] }, 0, 0.5);
    let now = 200_000;
    for (const wait of [60_000, 120_000, 240_000, 480_000, 600_000, 600_000]) {
      record = failed(record, 'agent-timeout', now, 0.5);
      expect(nextQuestion(record, now + wait - 1)).toBeUndefined();
      expect(nextQuestion(record, now + wait)).toBeDefined();
      now += wait;
    }
    expect(record.disks).toEqual([disk]);
    expect(record.reason).toBe('agent-timeout');
  });

  test('the data of a guest agent is dropped when it has not answered for an hour, and at once when it is switched off', () => {
    const disk = { mountpoint: '/', device: 'sda', type: 'ext4', total: 10, used: 5, free: 5, usage: 50 };
    const interfaces = [{ name: 'eth0', addresses: [], rxBytes: 1, txBytes: 1 }];
    const said = answered(
      answered(enabled(0), { question: 'filesystems', disks: [disk] }, 0, 0.5),
      { question: 'interfaces', interfaces },
      0,
      0.5,
    );
    const nothing = { disks: [], disksAt: undefined, interfaces: undefined, system: undefined };
    expect(failed(said, 'agent-timeout', KEEP_MS, 0.5)).toMatchObject({ disks: [disk], interfaces });
    expect(failed(said, 'agent-timeout', KEEP_MS + 1, 0.5)).toMatchObject(nothing);
    expect(answered(said, { question: 'flag', enabled: false }, 1, 0.5)).toMatchObject(nothing);
  });

  test('a command that an agent lacks is asked for again after ten minutes, and changes nothing else', () => {
    const disk = { mountpoint: '/', device: 'sda', type: 'ext4', total: 10, used: 5, free: 5, usage: 50 };
    const record = answered(enabled(0), { question: 'filesystems', disks: [disk] }, 0, 0.5);
    const after = declined(record, 'interfaces', 0, 0.5);
    expect(after).toEqual({ ...record, due: { ...record.due, interfaces: 600_000 } });
    expect(nextQuestion(after, 0)).toBe('system');
  });

  test('all data of a restarted guest is requested again at once, and its disks stay until it answers', () => {
    const record = seenRunning({ ...enabled(0), uptime: 5000, interfaces: [] }, 12, 30_000);
    expect(nextQuestion(record, 30_000)).toBe('flag');
    expect(record.interfaces).toBeUndefined();
  });

  test('one agent gets at most three calls a minute in every case', () => {
    const outcome = fc.constantFrom('ok', 'fail');
    fc.assert(
      fc.property(
        fc.array(outcome, { minLength: 60, maxLength: 60 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (outcomes, spread) => {
          let record = enabled(0);
          let asked = 0;
          for (const [i, how] of outcomes.entries()) {
            const now = 60_000 + i * 10_000;
            const question = nextQuestion(record, now);
            if (!question) continue;
            asked++;
            if (how === 'fail') record = failed(record, 'agent-error', now, spread);
            else if (question === 'flag') record = answered(record, { question, enabled: true }, now, spread);
            else if (question === 'filesystems') record = answered(record, { question, disks: [] }, now, spread);
            else if (question === 'interfaces') record = answered(record, { question, interfaces: [] }, now, spread);
            else record = answered(record, { question, system: {} }, now, spread);
          }
          expect(asked).toBeLessThanOrEqual(30);
        },
      ),
    );
  });
});

test.each([
  ['agent-not-running', { kind: 'bad-status', status: 500, message: 'It said: QEMU guest agent is not running' }],
  ['agent-timeout', { kind: 'timeout', message: 'no answer' }],
  ['agent-timeout', { kind: 'bad-status', status: 500, message: 'It said: got timeout' }],
  ['permission-denied', { kind: 'forbidden', status: 403, message: 'no' }],
  ['agent-disabled', { kind: 'bad-status', status: 500, message: 'No QEMU guest agent configured' }],
  ['agent-error', { kind: 'bad-payload', message: 'too large' }],
  ['agent-error', { kind: 'bad-status', status: 500, message: 'It said: something else' }],
] as const)('%s: from %o', (reason, error) => {
  expect(reasonOf(error, 'filesystems')).toBe(reason);
});

test('a node that is away says nothing about its agents', () => {
  expect(reasonOf({ kind: 'bad-status', status: 595, message: 'away' }, 'filesystems')).toBeUndefined();
  expect(reasonOf({ kind: 'unreachable', message: 'refused' }, 'interfaces')).toBeUndefined();
});

test('an error that the host passes on with status 200 is an error of the agent, and a list is none', () => {
  const error = (error: unknown) => errorInside({ result: { error } });
  expect(error({ class: 'GenericError', desc: 'Stale file handle' })).toBe('Stale file handle');
  expect([error({ class: 'CommandNotFound' }), error({})]).toEqual(['CommandNotFound', 'The agent reports an error.']);
  expect([errorInside({ result: [] }), errorInside({ result: {} }), errorInside(null), error(null)]).toEqual([
    ...[undefined, undefined, undefined, undefined],
  ]);
  expect(reasonOf({ kind: 'bad-status', status: 500, message: 'Stale file handle' }, 'filesystems')).toBe(
    'agent-error',
  );
});
