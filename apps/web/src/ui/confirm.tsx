// A dialog that asks before an action. It says what will happen, and the focus starts on Cancel.

import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogBody, DialogFoot } from './dialog.tsx';
import { messages } from './messages.ts';
import { Problem } from './problem.tsx';

interface ConfirmProps {
  title: string;
  /** The text of the button that confirms. */
  action: string;
  /** The text of the button that does not. */
  cancel?: string;
  /** The dialog closes when this is done. An error that it throws is shown. */
  onConfirm(): Promise<unknown>;
  onClose(): void;
  children: ReactNode;
}

export function Confirm({ title, action, cancel = messages.cancel, onConfirm, onClose, children }: ConfirmProps) {
  const { mutate, isPending, error } = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  return (
    <Dialog title={title} onClose={onClose} busy={isPending}>
      <DialogBody>
        <div className="text-soft">{children}</div>
        {error && <Problem>{error.message}</Problem>}
      </DialogBody>
      <DialogFoot>
        <Button look="framed" onClick={onClose} disabled={isPending} autoFocus>
          {cancel}
        </Button>
        <Button look="danger" onClick={() => mutate()} disabled={isPending}>
          {action}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
