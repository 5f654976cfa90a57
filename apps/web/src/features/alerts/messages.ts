// The texts of the page of active alerts.
export const messages = {
  title: 'Alerts',
  loading: 'Loading alerts...',
  table: 'Active alerts',
  none: 'No active alerts',
  noneHint: 'Alerts will appear here when thresholds are exceeded.',
  acknowledged: 'acknowledged',
  levels: { critical: 'Critical', warning: 'Warning' },
};
