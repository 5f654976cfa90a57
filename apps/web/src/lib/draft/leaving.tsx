// The one guard of unsaved changes. It asks before a link, the Back button, or the closing of a dialog loses them. Before
// the page itself is closed or loaded again, the browser asks. Another language asks too: `choose-language.ts`.
import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { Confirm } from '../../ui/confirm.tsx';
import { messages } from './messages.ts';
import { guardUnsaved } from './unsaved.ts';

export interface LeaveGuard {
  /** Runs `action` at once if nothing is unsaved, otherwise when the user has agreed. For the closing of a dialog. */
  leave(action: () => void): void;
  /** The open question, or null. The caller renders it. */
  question: ReactNode;
}

/** `area`: the path of an area whose pages share their unsaved changes, such as `/alerts/`. Only leaving it loses them. */
export function useLeaveGuard(unsaved: boolean, area?: string): LeaveGuard {
  const [waiting, setWaiting] = useState<{ action(): void } | null>(null);
  const blocked = useBlocker({
    shouldBlockFn: area === undefined ? leavesScreen : ({ next }) => !next.pathname.startsWith(area),
    enableBeforeUnload: unsaved,
    disabled: !unsaved,
    withResolver: true,
  });
  const leave = (action: () => void) => (unsaved ? setWaiting({ action }) : action());
  useEffect(() => (unsaved ? guardUnsaved((action) => setWaiting({ action })) : undefined), [unsaved]);
  if (blocked.status === 'blocked')
    return { leave, question: <Question onLeave={blocked.proceed} onStay={blocked.reset} /> };
  if (waiting) return { leave, question: <Question onLeave={waiting.action} onStay={() => setWaiting(null)} /> };
  return { leave, question: null };
}

/** Other search parameters are still the same screen. */
const leavesScreen: ShouldBlockFn = ({ current, next }) => current.pathname !== next.pathname;

function Question({ onLeave, onStay }: { onLeave(): void; onStay(): void }) {
  return (
    <Confirm
      title={messages.leaveTitle}
      action={messages.leave}
      cancel={messages.stay}
      onConfirm={async () => onLeave()}
      onClose={onStay}
    >
      {messages.leaveText}
    </Confirm>
  );
}
