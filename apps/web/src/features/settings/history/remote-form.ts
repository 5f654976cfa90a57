// The form of the engine of the history: numbers and labels as they are typed, and the secret only when it is typed.
import { longTermOf, queryBase } from '@belfry/schema/history/query-base';
import type { RemoteHistoryConfig, RemoteHistoryState } from '@belfry/schema/history/remote';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import { checkEngine, type EngineForm, engineConfig, engineForm } from '../exports/export-form.ts';
import { messages } from './messages.ts';

export type RemoteForm = EngineForm<RemoteHistoryConfig>;

export const remoteForm = ({ status: _, ...config }: RemoteHistoryState): RemoteForm => ({
  ...config,
  ...engineForm(config),
});

/** It has an address to write to, and none to ask. */
const isUnanswerable = (engine: Pick<RemoteForm, 'url' | 'queryUrl'> | undefined): boolean => {
  const [url, queryUrl] = [engine?.url.trim() ?? '', engine?.queryUrl.trim() ?? ''];
  return url !== '' && queryBase({ url, queryUrl }) === '';
};

export const checkRemote = (form: RemoteForm): FieldErrors => ({
  ...checkEngine(form),
  ...(isUnanswerable(form) && { queryUrl: messages.remote.queryUrlRequired }),
  ...(isUnanswerable(longTermOf(form)) && { longTermQueryUrl: messages.remote.queryUrlRequired }),
});

/** `hasSecret`: one is stored, which stays unless another one is typed or the address is removed. */
export const remoteConfig = (form: RemoteForm, hasSecret: boolean): RemoteHistoryConfig => ({
  ...form,
  ...engineConfig(form, hasSecret),
});
