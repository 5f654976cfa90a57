// What rules look up once for each evaluation, because asking for each guest takes longer than the answer.
import type { Context } from './rule-set.ts';

export function createOfContext<T>(calculate: (context: Context) => T): (context: Context) => T {
  let last: { context: Context; result: T } | undefined;
  return (context) => {
    if (last?.context !== context) last = { context, result: calculate(context) };
    return last.result;
  };
}
