// The form of an export: numbers and labels as they are typed, and the secret only when it is typed.
import type { ExportConfig, ExportState } from '@belfry/schema/history/exports';
import { MASK } from '@belfry/schema/notifications/mask';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import { messages } from './messages.ts';

type Numbers = 'intervalSeconds' | 'maxQueueMegabytes' | 'maxQueueHours';
export type ExportForm = Omit<ExportConfig, Numbers | 'labels'> & Record<Numbers | 'labels', string>;

const bounds: Readonly<Record<Numbers, readonly [least: number, most: number]>> = {
  intervalSeconds: [10, 3600],
  maxQueueMegabytes: [1, 10_000],
  maxQueueHours: [1, 720],
};
const numbers = Object.keys(bounds) as Numbers[];

export const exportForm = ({ status: _, ...config }: ExportState): ExportForm => ({
  ...config,
  secret: '',
  labels: labelsText(config.labels),
  intervalSeconds: String(config.intervalSeconds),
  maxQueueMegabytes: String(config.maxQueueMegabytes),
  maxQueueHours: String(config.maxQueueHours),
});

export const labelsText = (labels: ExportConfig['labels']): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');

/** Pairs of name and value; undefined if a part is none. */
export function labelsOf(text: string): Record<string, string> | undefined {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const pairs = parts.map((part) => /^([a-zA-Z_]\w*)\s*=\s*(.+)$/.exec(part));
  if (pairs.includes(null)) return undefined;
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']));
}

export const isWithin = (text: string, [least, most]: readonly [number, number]): boolean =>
  /^\d{1,6}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;

export const checkExport = (form: ExportForm): FieldErrors => ({
  ...(form.enabled && form.url.trim() === '' && { url: messages.urlRequired }),
  ...(labelsOf(form.labels) === undefined && { labels: messages.labelsWrong }),
  ...Object.fromEntries(
    numbers.flatMap((name) => {
      const [least, most] = bounds[name];
      return isWithin(form[name], bounds[name]) ? [] : [[name, messages.outOfRange(least, most)] as const];
    }),
  ),
});

/** `hasSecret`: one is stored, which stays unless another one is typed or the address is removed. */
export const exportConfig = (form: ExportForm, hasSecret: boolean): ExportConfig => ({
  ...form,
  labels: labelsOf(form.labels) ?? {},
  secret: form.secret === '' && hasSecret && form.url.trim() !== '' ? MASK : form.secret,
  intervalSeconds: Number(form.intervalSeconds),
  maxQueueMegabytes: Number(form.maxQueueMegabytes),
  maxQueueHours: Number(form.maxQueueHours),
});
