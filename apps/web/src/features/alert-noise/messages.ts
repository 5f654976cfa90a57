// The texts of the noise report.
import { plural } from '../../lib/language/format.ts';
import { inLanguage } from '../../lib/language/in-language.ts';

export const messages = inLanguage('alertNoise', {
  failed: 'The report could not be made.',
  loading: 'Counting the alerts, and trying edits on the past …',
  none: 'Nothing alerts often',
  noneHint: (days: number) => `No alert is in this list for the last ${plural(days, 'day')}.`,
  order: 'Order',
  orders: { most: 'Most alerts', unheeded: 'Acknowledged least', alone: 'Ended fastest alone' },
  span: 'Time',
  days: (days: number) => plural(days, 'day'),
  summary: (listed: number, total: number, acknowledged: number) =>
    `These made ${listed} of ${plural(total, 'alert')}, and ${acknowledged} of them were acknowledged.`,
  edits: (count: number, all: number) => `For ${count} of ${all} there is an edit that would have halved them.`,
  table: 'Alerts that speak most',
  heads: {
    alert: 'Alert',
    alerts: 'Alerts',
    acknowledged: 'Acknowledged',
    alone: 'Ends itself in',
    hours: 'Hours, 0–24',
    edit: 'The edit that would have halved it',
    would: 'Would be',
  },
  hours: (counts: string) => `Alerts by hour: ${counts}`,
  trigger: (from: string, to: string) => `threshold ${from} → ${to}`,
  delay: (from: string, to: string) => `delay ${from} → ${to}`,
  delayOfAll: {
    guest: 'for all guests',
    node: 'for all nodes',
    storage: 'for all storages',
    pbs: 'for all backup servers',
  },
  or: (edit: string) => `or ${edit}`,
  keeps: (kept: number, all: number) =>
    all === 0 ? 'Nobody acknowledged one.' : `Keeps ${kept} of the ${all} that were acknowledged.`,
  would: (after: number, before: number) => `${after} of ${before}`,
  wouldHint: (step: string) => `By stored values in steps of ${step}, in which shorter peaks are not seen.`,
  tryEdit: 'Try',
  tryHint: (name: string) => `Put the edit for ${name} into the thresholds. Nothing is saved yet.`,
});
