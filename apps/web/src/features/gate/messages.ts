// The texts of a screen that has no data yet, or cannot get any.
import { inLanguage } from '../../lib/language/in-language.ts';

export const messages = inLanguage('gate', {
  connecting: 'Connecting to monitoring service',
  reconnecting: 'Reconnecting to monitoring service…',
  lost: 'Connection lost',
  lostRetrying: 'Attempting to reconnect…',
  lostForGood: 'Unable to connect to the backend server',
  reconnect: 'Reconnect now',
  unreadable: 'No data can be shown',
});
