import { messages } from './messages.ts';

/** A status in the language of the user, where it is known; otherwise as it was received. */
export const statusText = (label: string): string =>
  (Object.hasOwn(messages.statuses, label) ? messages.statuses[label] : undefined) ?? label;
