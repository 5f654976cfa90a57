// What is logged when a report did not arrive: what the other side said, and what to do.
import type { Outcome } from './send.ts';

export interface Refusal {
  message: string;
  fields: Readonly<Record<string, string | number | undefined>>;
}

/** Of outcomes with an answer that is no receipt. */
export function refusalOf(outcome: Exclude<Outcome, { kind: 'accepted' | 'unreachable' }>): Refusal {
  const { status } = outcome;
  if (outcome.kind === 'redirected') {
    const to = outcome.to ?? 'an address that it does not name';
    const message = `the server redirects to ${to}: set --url to that address, or let reports pass if it is a sign-in`;
    return { message, fields: { status } };
  }
  const fields = { status, answer: outcome.text.trim() || undefined };
  if (outcome.kind === 'stranger')
    return { message: 'the answer is not one of Belfry: is there a proxy with a sign-in in front of it?', fields };
  if (status === 401 || status === 403) return { message: 'the server refuses the token', fields };
  return { message: 'the server answers with an error', fields };
}
