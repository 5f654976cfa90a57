// The configuration of alerts with the unsaved changes of the user. All pages of the area share it: what was changed on one page
// is still there on the next one, and is saved in one request. The area keeps it, so that it ends when the user leaves the area.
//
//   const ThresholdsPage = () => (
//     <AlertConfigGate>
//       <Cooldown />
//     </AlertConfigGate>
//   );
//
//   function Cooldown() {
//     const { config, mayEdit, field, set, refuse, reset } = useAlertConfigDraft();
//     const path = ['schedule', 'cooldown'] as const;
//     const { text, error, theirs } = field(path);
//     const type = (typed: string) => {
//       const minutes = numberFrom(typed, 5, 120);
//       if (minutes === undefined) refuse(path, typed, 'Use 5 to 120');
//       else set(path, minutes);
//     };
//     return (
//       <TextField
//         value={text ?? String(config.schedule.cooldown)}
//         error={error}
//         hint={theirs && <Theirs value={String(theirs.value)} onTake={() => reset(path)} />}
//         disabled={!mayEdit}
//         onChange={(event) => type(event.currentTarget.value)}
//       />
//     );
//   }

import type { AlertConfig } from '@belfry/schema/alerts/config';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { alertConfig } from '../api/alert-config.ts';
import { call, stored } from '../api/client.ts';
import { saveOnto } from '../api/save.ts';
import { type Submit, useSubmit } from '../api/use-submit.ts';
import { useMay } from '../lib/may.ts';
import { CardSkeleton } from '../ui/card.tsx';
import { Problem } from '../ui/problem.tsx';
import { toast } from '../ui/toast.ts';
import {
  type Change,
  type ConfigEdits,
  type ConfigView,
  noEdits,
  overtaken,
  viewOfConfig,
  withChanges,
  withoutChange,
  withoutSaved,
  withRefused,
} from './config-edits.ts';
import { type ConfigPath, fieldName, keyOf, type ValueAt } from './config-path.ts';
import { messages } from './messages.ts';

export interface FieldState {
  /** The value differs from the saved one, or what was typed is no value. */
  changed: boolean;
  /** What was typed, while it is no value. */
  text?: string;
  /** Why it is no value, or what the server said about it. */
  error?: string;
  /** What somebody else has saved since the user changed the field. */
  theirs?: { value: unknown };
}

/** Paths lead to values that change as a whole: `['guestDefaults', 'cpu']`, `['overrides', id, 'cpu']`, never `['overrides', id]`. */
interface AlertConfigDraft {
  /** With the changes of the user. */
  config: AlertConfig;
  saved: AlertConfig;
  /** Without it the page shows the values and no fields to change them. */
  mayEdit: boolean;
  /** `undefined` removes an optional value. An override without any value is removed. */
  set<const P extends ConfigPath>(path: P, value: ValueAt<AlertConfig, P> | undefined): void;
  /** Many values in one step. The caller checks their types. */
  setAll(values: readonly (readonly [ConfigPath, unknown])[]): void;
  /** Keeps a text that is no value for the field, and says why. It is not saved. */
  refuse(path: ConfigPath, text: string, problem: string): void;
  /** The field has the saved value again. */
  reset(path: ConfigPath): void;
  field(path: ConfigPath): FieldState;
}

/** Also what the unsaved bar needs. */
export interface SharedDraft extends AlertConfigDraft, Pick<ConfigView, 'changes' | 'others'> {
  refused: ConfigEdits['refused'];
  saving: Pick<Submit<void, unknown>, 'submit' | 'sending' | 'failure'>;
  /** Drops all changes and loads the saved configuration. */
  discard(): void;
}

type Loaded = SharedDraft | { loading: true } | { failure: Error };
const Drafts = createContext<Loaded>({ loading: true });

/** Keeps the draft for the pages inside. */
export function AlertConfigDrafts({ children }: { children: ReactNode }) {
  return <Drafts value={useLoadedDraft()}>{children}</Drafts>;
}

/** Shows its children as soon as the configuration is loaded, and until then that it is being loaded, or why it cannot be. */
export function AlertConfigGate({ children }: { children: ReactNode }) {
  const loaded = use(Drafts);
  if ('loading' in loaded) return <CardSkeleton />;
  if ('failure' in loaded)
    return (
      <Problem>
        {messages.loadFailed} {loaded.failure.message}
      </Problem>
    );
  return children;
}

/** The draft for what is inside the gate. */
export function useAlertConfigDraft(): AlertConfigDraft {
  const draft = useSharedDraft();
  if (!draft) throw new Error('the configuration of alerts is used outside of its gate');
  return draft;
}

/** Undefined until the configuration is loaded. */
export function useSharedDraft(): SharedDraft | undefined {
  const loaded = use(Drafts);
  return 'config' in loaded ? loaded : undefined;
}

function useLoadedDraft(): Loaded {
  const queries = useQueryClient();
  const query = useQuery({ ...alertConfig, enabled: useMay('read') });
  const mayEdit = useMay('configure');
  const saved = query.data?.config;
  const [known, setKnown] = useState<ConfigEdits>(noEdits);
  const view = useMemo(() => saved && viewOfConfig(known, saved), [known, saved]);
  const byKey = useMemo(() => new Map(view?.changes.map((change) => [keyOf(change.path), change])), [view]);
  const saving = useSubmit({
    send: (changes: readonly Change[]) => save(changes),
    onDone: ({ config, changes }) => {
      setKnown((now) => withoutSaved(now, config, changes));
      toast('success', messages.savedToast);
    },
  });

  if (!saved || !view) return query.error ? { failure: query.error } : { loading: true };

  /** Saves onto what the server has now, so that nothing that others have saved is lost. */
  async function save(changes: readonly Change[]): Promise<{ config: AlertConfig; changes: readonly Change[] }> {
    try {
      const read = () => stored('GET /api/alerts/config', { signal: null });
      return await saveOnto(read, async (present, based) => {
        queries.setQueryData(alertConfig.queryKey, (shown) => shown && { ...shown, config: present });
        if (saved && overtaken(changes, saved, present).length > 0) throw new Error(messages.overtaken);
        const { config } = viewOfConfig(known, present);
        await call('PUT /api/alerts/config', { body: config, ...based });
        queries.setQueryData(alertConfig.queryKey, (shown) => shown && { ...shown, config });
        void queries.invalidateQueries({ queryKey: alertConfig.queryKey });
        return { config, changes };
      });
    } catch (error) {
      toast('error', messages.saveFailed, { message: error instanceof Error ? error.message : '' });
      throw error;
    }
  }

  async function discard(): Promise<void> {
    setKnown(noEdits);
    saving.clear();
    try {
      await queries.fetchQuery({ ...alertConfig, staleTime: 0 });
      toast('success', messages.discarded);
    } catch {
      toast('error', messages.reloadFailed);
    }
  }

  const change = (paths: readonly ConfigPath[], next: (now: ConfigEdits) => ConfigEdits) => {
    setKnown(next);
    for (const path of paths) for (const name of errorNames(saving.errors, path)) saving.typed(name);
  };

  return {
    ...view,
    saved,
    mayEdit,
    refused: known.refused,
    set: (path, value) => change([path], (now) => withChanges(now, saved, [[path, value]])),
    setAll: (values) =>
      change(
        values.map(([path]) => path),
        (now) => withChanges(now, saved, values),
      ),
    refuse: (path, text, problem) => change([path], (now) => withRefused(now, saved, path, { text, problem })),
    reset: (path) => change([path], (now) => withoutChange(now, saved, path)),
    field(path) {
      const key = keyOf(path);
      const refused = known.refused[key];
      const change = byKey.get(key);
      const [name] = errorNames(saving.errors, path);
      const error = refused?.problem ?? (name === undefined ? undefined : saving.errors[name]);
      return {
        changed: refused !== undefined || change !== undefined,
        ...(refused && { text: refused.text }),
        ...(error !== undefined && { error }),
        ...(change?.differs && { theirs: { value: change.before } }),
      };
    },
    saving: { ...saving, submit: () => saving.submit(view.changes) },
    discard: () => void discard(),
  };
}

/** The errors of the server about the field: `nodeDefaults.cpu.clear` is about `nodeDefaults.cpu`. */
const errorNames = (errors: Readonly<Record<string, string>>, path: ConfigPath): string[] => {
  const field = fieldName(path);
  return Object.keys(errors).filter((name) => name === field || name.startsWith(`${field}.`));
};
