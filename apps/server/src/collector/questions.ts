// Answers the questions of the server about hosts, a few at a time. Each opens a connection, and a server in wrong hands could ask without end.
import { english } from '@belfry/domain/sentences/english';
import type { CollectDown } from '@belfry/schema/collect/down';
import type { CollectUp } from '@belfry/schema/collect/up';
import type { GuardedTask } from '../lib/parts.ts';

export type Question = Extract<CollectDown, { type: 'ask' }>;
export type Answer = Extract<CollectUp, { type: 'answer' }>['outcome'];

export interface QuestionsDeps {
  answer(question: Question): Promise<Answer>;
  send(message: CollectUp): void;
  guardedTask: GuardedTask;
}

/** Some administrators and the scan of a network ask at the same time. */
export const MAX_QUESTIONS = 20;

export function createQuestions({ answer, send, guardedTask }: QuestionsDeps): (question: Question) => void {
  let open = 0;
  return (question) => {
    const { id } = question;
    if (open >= MAX_QUESTIONS) {
      const sentence = { id: 'collector.busy', values: { questions: MAX_QUESTIONS } } as const;
      const error = { kind: 'rate-limited', message: english(sentence), sentence } as const;
      return send({ type: 'answer', id, outcome: { ok: false, error } });
    }
    open++;
    void guardedTask(
      'the answer to a question of the server',
      async () => send({ type: 'answer', id, outcome: await answer(question) }),
      undefined,
    ).finally(() => open--);
  };
}
