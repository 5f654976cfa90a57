// The frame of the dialogs of this folder: a form, why it was not saved, and what guards unsaved changes.
import type { ReactNode } from 'react';
import { useLeaveGuard } from '../../../lib/draft/leaving.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { messages } from './messages.ts';

interface FormDialogProps {
  title: string;
  about: string;
  unsaved: boolean;
  sending: boolean;
  failure: Error | null;
  /** The text of the button that saves. */
  action?: string;
  /** The text of the button that closes. */
  close?: string;
  /** Further buttons, at the left. */
  actions?: ReactNode;
  /** The answer of a test. It stays in view. */
  answer?: ReactNode;
  onSubmit(): void;
  onClose(): void;
  children: ReactNode;
}

export function FormDialog(props: FormDialogProps) {
  const { title, about, unsaved, sending, failure, actions, answer, onSubmit, onClose, children } = props;
  const { action = messages.save, close } = props;
  const { leave, question } = useLeaveGuard(unsaved && !sending);
  return (
    <Dialog wide careful title={title} busy={sending} onClose={() => leave(onClose)}>
      <DialogForm
        action={sending ? messages.saving : action}
        {...(close !== undefined && { cancel: close })}
        locked={sending}
        below={answer}
        buttons={actions && <span className="mr-auto">{actions}</span>}
        onSubmit={onSubmit}
        onCancel={onClose}
      >
        <p className="text-soft">{about}</p>
        {failure && <Problem>{messages.failed(failure.message)}</Problem>}
        {children}
      </DialogForm>
      {question}
    </Dialog>
  );
}
