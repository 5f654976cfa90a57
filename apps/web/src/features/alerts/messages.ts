// The texts of the alerts area and of its page of active alerts.
import { plural } from '../../lib/language/format.ts';
import { inLanguage } from '../../lib/language/in-language.ts';
export const messages = inLanguage('alerts', {
  pagesLabel: 'Alert pages',
  status: 'Status',
  pages: {
    overview: {
      name: 'Overview',
      title: 'Alerts Overview',
      description: 'What is wrong now, since when, and who knows.',
    },
    history: {
      name: 'History',
      title: 'Alert History',
      description: 'What was wrong, for how long, and who took care of it.',
    },
  },
  days: (count: number) => plural(count, 'day'),
  seconds: (count: number) => `${count}s`,
  loading: 'Loading alerts...',
  table: 'Active alerts',
  none: 'No active alerts',
  noneHint: 'Alerts will appear here when thresholds are exceeded.',
  acknowledged: 'acknowledged',
  acknowledgedBy: (user: string) => `acknowledged by ${user}`,
  silencedUntil: (time: string) => `silenced until ${time}`,
  maintenance: (name: string) => `maintenance: ${name}`,
  affects: (count: number, named: readonly string[]) =>
    `Affects ${named.join(', ')}${count > named.length ? ` and ${count - named.length} more` : ''}`,
  levels: { critical: 'Critical', warning: 'Warning' },
  acknowledge: 'Acknowledge',
  unacknowledge: 'Unacknowledge',
  actionOf: (action: string, resource: string, type: string) => `${action} ${resource}, ${type}`,
  readOnly: 'This demo is read-only, so alerts cannot be acknowledged here.',
  acknowledgedToast: 'Alert acknowledged',
  restoredToast: 'Alert restored',
  acknowledgeFailed: 'Failed to acknowledge alert',
  restoreFailed: 'Failed to restore alert',
  notConfirmed: 'Server did not confirm the alert acknowledgment in time. Re-syncing from latest data.',
});
