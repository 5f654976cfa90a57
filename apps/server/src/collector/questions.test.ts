import { expect, test } from 'vitest';
import { type Answer, createQuestions, MAX_QUESTIONS } from './questions.ts';

const question = (i: number) => ({ type: 'ask', id: String(i), what: 'certificate', config: {} }) as const;

test('a server that asks without end gets a refusal for each question above the limit, and answers again when the first ones are over', async () => {
  const sent: { id: string; outcome: Answer }[] = [];
  const waiting: (() => void)[] = [];
  const ask = createQuestions({
    answer: () => new Promise((done) => waiting.push(() => done({ ok: true, value: 1 }))),
    send: (message) => message.type === 'answer' && sent.push(message),
    guardedTask: async (_, task) => task(),
  });
  for (let i = 0; i < 1000; i++) ask(question(i));
  expect(waiting).toHaveLength(MAX_QUESTIONS);
  expect(sent).toHaveLength(1000 - MAX_QUESTIONS);
  expect(sent[0]?.outcome).toMatchObject({ ok: false, error: { kind: 'rate-limited' } });
  for (const done of waiting.splice(0)) done();
  await expect.poll(() => sent).toHaveLength(1000);
  ask(question(1000));
  expect(waiting).toHaveLength(1);
});

test('a question that fails leaves its place to the next one', async () => {
  const sent: unknown[] = [];
  let fails = true;
  const ask = createQuestions({
    answer: async () => (fails ? Promise.reject(new Error('no answer')) : { ok: true, value: 1 }),
    send: (message) => sent.push(message),
    guardedTask: (_, task, otherwise) => task().catch(() => otherwise),
  });
  for (let i = 0; i < MAX_QUESTIONS; i++) ask(question(i));
  await new Promise(setImmediate);
  fails = false;
  ask(question(MAX_QUESTIONS));
  await expect.poll(() => sent).toMatchObject([{ outcome: { ok: true } }]);
});
