// The rule for every stored secret: it goes only where it was entered for. Another address, another account or weaker encryption
// asks for it again, also in a test.
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { type Refused, refuse } from './refusal.ts';

/** `address`: where the secret is sent, and as whom. `encryption`: 0 is none, more is stronger; not given where the address says it. */
export interface SecretPlace {
  address: readonly (string | number)[];
  encryption?: number;
}

export const mayStay = (before: SecretPlace, after: SecretPlace): boolean =>
  JSON.stringify(before.address) === JSON.stringify(after.address) &&
  (after.encryption ?? 0) >= (before.encryption ?? 0);

const refusal = (reason: Sentence, fields: readonly string[]): Refused =>
  refuse('validation_error', reason, Object.fromEntries(fields.map((field) => [field, reason])));

/** `fields`: the secrets that must be entered again. */
export const enterAgain = (...fields: readonly string[]): Refused => refusal({ id: 'secret.again' }, fields);

/** The address is the same, but another machine uses the secret from now on. */
export const enterAgainElsewhere = (field: string): Refused => refusal({ id: 'secret.otherPlace' }, [field]);
