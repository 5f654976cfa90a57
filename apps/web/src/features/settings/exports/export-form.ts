// The form of an export: numbers and labels as they are typed, and the secret only when it is typed.
import type { ExportConfig, ExportState } from '@belfry/schema/history/exports';
import { MASK } from '@belfry/schema/notifications/mask';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import { messages } from './messages.ts';

/** What exports and the engine of the history have in common. */
type Engine = Pick<ExportConfig, 'enabled' | 'url' | 'labels' | 'secret' | 'maxQueueMegabytes' | 'maxQueueHours'>;
export type EngineForm<T extends Engine, Numbers extends string = never> = Omit<T, keyof Texts | Numbers> &
  Texts &
  Record<Numbers, string>;
type Texts = Record<'labels' | 'maxQueueMegabytes' | 'maxQueueHours', string>;
export type ExportForm = EngineForm<ExportConfig, 'intervalSeconds'>;

export const exportForm = ({ status: _, ...config }: ExportState): ExportForm => ({
  ...config,
  ...engineForm(config),
  intervalSeconds: String(config.intervalSeconds),
});

export const engineForm = ({ labels, maxQueueMegabytes, maxQueueHours }: Engine) => ({
  secret: '',
  labels: labelsText(labels),
  maxQueueMegabytes: String(maxQueueMegabytes),
  maxQueueHours: String(maxQueueHours),
});

const labelsText = (labels: ExportConfig['labels']): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');

/** Pairs of name and value; undefined if a part is none. */
function labelsOf(text: string): Record<string, string> | undefined {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const pairs = parts.map((part) => /^([a-zA-Z_]\w*)\s*=\s*(.+)$/.exec(part));
  if (pairs.includes(null)) return undefined;
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']));
}

const checkRange = (name: string, text: string, least: number, most: number): FieldErrors =>
  /^\d{1,6}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most
    ? {}
    : { [name]: messages.outOfRange(least, most) };

export const checkEngine = (form: Pick<Engine, 'enabled' | 'url'> & Texts): FieldErrors => ({
  ...(form.enabled && form.url.trim() === '' && { url: messages.urlRequired }),
  ...(labelsOf(form.labels) === undefined && { labels: messages.labelsWrong }),
  ...checkRange('maxQueueMegabytes', form.maxQueueMegabytes, 1, 10_000),
  ...checkRange('maxQueueHours', form.maxQueueHours, 1, 720),
});

export const checkExport = (form: ExportForm): FieldErrors => ({
  ...checkEngine(form),
  ...checkRange('intervalSeconds', form.intervalSeconds, 10, 3600),
});

/** `hasSecret`: one is stored, which stays unless another one is typed or the address is removed. */
export const engineConfig = (form: Pick<Engine, 'url' | 'secret'> & Texts, hasSecret: boolean) => ({
  labels: labelsOf(form.labels) ?? {},
  secret: form.secret === '' && hasSecret && form.url.trim() !== '' ? MASK : form.secret,
  maxQueueMegabytes: Number(form.maxQueueMegabytes),
  maxQueueHours: Number(form.maxQueueHours),
});

export const exportConfig = (form: ExportForm, hasSecret: boolean): ExportConfig => ({
  ...form,
  ...engineConfig(form, hasSecret),
  intervalSeconds: Number(form.intervalSeconds),
});
