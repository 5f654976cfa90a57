// The dialogs about a guest, and what is done without one.
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import { endExclusion } from '../../api/protection.ts';
import { late } from '../../ui/late.ts';
import { toast } from '../../ui/toast.ts';
import type { DecisionsByGuest } from './decisions/by-guest.ts';
import type { GuestActions } from './explanation/explanation.tsx';
import { messages } from './messages.ts';
import type { Subject } from './subject.ts';

const ExclusionDialog = late(async () => (await import('./decisions/exclusion-dialog.tsx')).ExclusionDialog);
const TestDialog = late(async () => (await import('./decisions/test-dialog.tsx')).TestDialog);

type Open = { dialog: 'exclude'; subject: Subject } | { dialog: 'test'; subject: Subject | undefined };

export function useDialogs(subjects: ReadonlyMap<string, Subject>, decisions: DecisionsByGuest) {
  const queries = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const actions = useMemo<GuestActions>(
    () => ({
      exclude: (subject) => setOpen({ dialog: 'exclude', subject }),
      test: (subject) => setOpen({ dialog: 'test', subject }),
      include: ({ id, guest }) =>
        void endExclusion(queries, id).then(
          () => toast('success', messages.includeDone(guest.name)),
          (error: Error) => toast('error', error.message),
        ),
    }),
    [queries],
  );
  return {
    actions,
    noteTest: () => setOpen({ dialog: 'test', subject: undefined }),
    dialog: (
      <Suspense>
        {open?.dialog === 'exclude' && (
          <ExclusionDialog subject={open.subject} known={decisions.exclusions.get(open.subject.id)} onClose={close} />
        )}
        {open?.dialog === 'test' && <TestDialog subjects={subjects} first={open.subject} onClose={close} />}
      </Suspense>
    ),
  };
}
