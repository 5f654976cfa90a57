// The form of a dialog, and the buttons under it.
import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { DialogBody, DialogFoot } from './dialog.tsx';
import { messages } from './messages.ts';

interface DialogFormProps {
  /** The text of the button that sends the form. Without it there is nothing to send. */
  action: string | undefined;
  look?: 'main' | 'danger';
  /** The text of the button that closes the dialog. */
  cancel?: string;
  /** The form is being sent, or was: no button can be pressed. */
  locked?: boolean;
  /** A value is missing, so the form cannot be sent yet. */
  incomplete?: boolean;
  /** The values are good as they are: the focus starts on the button that sends them. */
  ready?: boolean;
  /** What stays in view under the fields. */
  below?: ReactNode;
  /** Further buttons, before the two. */
  buttons?: ReactNode;
  onSubmit(): void;
  onCancel(): void;
  children: ReactNode;
}

export function DialogForm(props: DialogFormProps) {
  const { action, look = 'main', cancel = messages.cancel, below, buttons, onSubmit, onCancel, children } = props;
  const { locked = false, incomplete = false, ready = false } = props;
  const id = useId();
  return (
    <>
      <DialogBody>
        <form
          id={id}
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (!locked && action !== undefined) onSubmit();
          }}
        >
          {children}
        </form>
      </DialogBody>
      {below && <div className="px-4 pt-2 pb-3">{below}</div>}
      <DialogFoot>
        {buttons}
        <Button look="framed" onClick={onCancel} disabled={locked}>
          {cancel}
        </Button>
        {action !== undefined && (
          <Button look={look} type="submit" form={id} disabled={locked || incomplete} autoFocus={ready}>
            {action}
          </Button>
        )}
      </DialogFoot>
    </>
  );
}
