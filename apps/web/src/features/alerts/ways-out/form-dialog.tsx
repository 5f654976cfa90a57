// The frame of the dialogs of this folder: a form, why it was not saved, and what guards unsaved changes.
import { type ReactNode, useId } from 'react';
import { useLeaveGuard } from '../../../lib/draft/leaving.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx';
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
  const { action = messages.save, close = messages.cancel } = props;
  const id = useId();
  const { leave, question } = useLeaveGuard(unsaved && !sending);
  return (
    <Dialog wide careful title={title} busy={sending} onClose={() => leave(onClose)}>
      <DialogBody>
        <form
          id={id}
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          <p className="text-soft">{about}</p>
          {failure && <Problem>{messages.failed(failure.message)}</Problem>}
          {children}
        </form>
      </DialogBody>
      {answer && <div className="px-4 pb-3">{answer}</div>}
      <DialogFoot>
        {actions && <span className="mr-auto">{actions}</span>}
        <Button look="framed" disabled={sending} onClick={onClose}>
          {close}
        </Button>
        <Button look="main" type="submit" form={id} disabled={sending}>
          {sending ? messages.saving : action}
        </Button>
      </DialogFoot>
      {question}
    </Dialog>
  );
}
