// What a field of the schedule shows besides its value.
import type { ReactNode } from 'react';
import type { ConfigPath } from '../../../alert-config/config-path.ts';
import { useAlertConfigDraft } from '../../../alert-config/draft.tsx';
import { Theirs } from '../../../lib/draft/theirs.tsx';
import { schedulePlace } from './place.ts';

export interface Setting {
  /** What was typed, while it is no value. */
  text: string | undefined;
  error: string | undefined;
  disabled: boolean;
  /** What somebody else has saved meanwhile. */
  theirs: ReactNode;
}

export function useSetting(path: ConfigPath): Setting {
  const { saved, mayEdit, field, reset } = useAlertConfigDraft();
  const { text, error, theirs } = field(path);
  return {
    text,
    error,
    disabled: !mayEdit,
    theirs: theirs && <Theirs value={schedulePlace(path).text(theirs.value, saved)} onTake={() => reset(path)} />,
  };
}
