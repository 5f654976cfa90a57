// The texts of calls that failed, and of hosts that registered themselves.
import { inLanguage } from '../lib/language/in-language.ts';

export const messages = inLanguage('api', {
  noConnection: 'Failed to connect to server',
  noAnswer: 'The server did not answer in time.',
  notJson: 'Invalid JSON response from server',
  /** What the server says about a refusal, in its own words: English. Other languages translate what they know. */
  refusal: (_code: string, text: string) => text,
  /** The same about one field of a form: "must not be empty". */
  fieldError: (text: string) => text,
  failed: (status: number) => `Request failed with status ${status}`,
  registered: (kind: string, name: string) =>
    `${kind} node "${name}" was successfully auto-registered and is now being monitored!`,
});
