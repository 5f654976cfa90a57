// What the page of active alerts says.
export const messages = {
  title: 'Alerts',
  loading: 'Loading alerts...',
  table: 'Active alerts',
  none: 'No active alerts',
  noneHint: 'Nothing that is watched has crossed a threshold.',
  acknowledged: 'acknowledged',
  levels: { critical: 'Critical', warning: 'Warning' },
};
