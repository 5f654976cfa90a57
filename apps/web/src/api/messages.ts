// The texts of calls that failed, and of hosts that registered themselves.
import { inLanguage } from '../lib/language/in-language.ts';

export const messages = inLanguage('api', {
  noConnection: 'Failed to connect to server',
  noAnswer: 'The server did not answer in time.',
  notJson: 'Invalid JSON response from server',
  failed: (status: number) => `Request failed with status ${status}`,
  registered: (kind: string, name: string) =>
    `${kind} node "${name}" was successfully auto-registered and is now being monitored!`,
});
