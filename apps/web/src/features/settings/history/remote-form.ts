// The form of the engine of the history: numbers and labels as they are typed, and the secret only when it is typed.
import { longTermOf, queryBase } from '@belfry/schema/history/query-base';
import type { RemoteHistoryConfig, RemoteHistoryState } from '@belfry/schema/history/remote';
import { MASK } from '@belfry/schema/notifications/mask';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import { isWithin, labelsOf, labelsText } from '../exports/export-form.ts';
import { messages as exportTexts } from '../exports/messages.ts';
import { messages } from './messages.ts';

type Numbers = 'maxQueueMegabytes' | 'maxQueueHours';
export type RemoteForm = Omit<RemoteHistoryConfig, Numbers | 'labels'> & Record<Numbers | 'labels', string>;

const bounds: Readonly<Record<Numbers, readonly [least: number, most: number]>> = {
  maxQueueMegabytes: [1, 10_000],
  maxQueueHours: [1, 720],
};
const numbers = Object.keys(bounds) as Numbers[];

export const remoteForm = ({ status: _, ...config }: RemoteHistoryState): RemoteForm => ({
  ...config,
  secret: '',
  labels: labelsText(config.labels),
  maxQueueMegabytes: String(config.maxQueueMegabytes),
  maxQueueHours: String(config.maxQueueHours),
});

/** It has an address to write to, and none to ask. */
const isUnanswerable = (engine: Pick<RemoteForm, 'url' | 'queryUrl'> | undefined): boolean => {
  const [url, queryUrl] = [engine?.url.trim() ?? '', engine?.queryUrl.trim() ?? ''];
  return url !== '' && queryBase({ url, queryUrl }) === '';
};

export const checkRemote = (form: RemoteForm): FieldErrors => ({
  ...(form.enabled && form.url.trim() === '' && { url: exportTexts.urlRequired }),
  ...(isUnanswerable(form) && { queryUrl: messages.remote.queryUrlRequired }),
  ...(isUnanswerable(longTermOf(form)) && { longTermQueryUrl: messages.remote.queryUrlRequired }),
  ...(labelsOf(form.labels) === undefined && { labels: exportTexts.labelsWrong }),
  ...Object.fromEntries(
    numbers.flatMap((name) => {
      const [least, most] = bounds[name];
      return isWithin(form[name], bounds[name]) ? [] : [[name, exportTexts.outOfRange(least, most)] as const];
    }),
  ),
});

/** `hasSecret`: one is stored, which stays unless another one is typed or the address is removed. */
export const remoteConfig = (form: RemoteForm, hasSecret: boolean): RemoteHistoryConfig => ({
  ...form,
  labels: labelsOf(form.labels) ?? {},
  secret: form.secret === '' && hasSecret && form.url.trim() !== '' ? MASK : form.secret,
  maxQueueMegabytes: Number(form.maxQueueMegabytes),
  maxQueueHours: Number(form.maxQueueHours),
});
