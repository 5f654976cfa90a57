// What both kinds of cards of Microsoft Teams have in common.
import type { Receipt } from './receipt.ts';

/** A message may have 28 KB; this is for the list of alerts. */
const MAX_BYTES = 20_000;
const MAX_FACTS = 50;

export function factsThatFit<T>(all: readonly T[], size: (fact: T) => number): { facts: readonly T[]; left: number } {
  let used = 0;
  const end = all.findIndex((fact, at) => {
    used += size(fact);
    return used > MAX_BYTES || at === MAX_FACTS;
  });
  const facts = end < 0 ? all : all.slice(0, end);
  return { facts, left: all.length - facts.length };
}

/** A connector answers 200 also when Teams refused the card, and says so in the body. A workflow answers 202, or nothing with 200. */
export const cardReceipt: Receipt = {
  looks: '1, HTTP 202',
  isIn: ({ status, body }) => body.trim() === '1' || body.trim() === '' || (status === 202 && !body.includes('failed')),
};
