// A dialog that asks before an action. It says what will happen, and the focus starts on Cancel.
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogBody, DialogFoot } from './dialog.tsx';
import { Problem } from './problem.tsx';

interface ConfirmProps {
  title: string;
  /** The text of the button that confirms. */
  action: string;
  /** The dialog closes when this is done. An error that it throws is shown. */
  onConfirm(): Promise<unknown>;
  onClose(): void;
  children: ReactNode;
}

export function Confirm({ title, action, onConfirm, onClose, children }: ConfirmProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch (reason) {
      setError(reason instanceof Error ? reason.message : String(reason));
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose} busy={busy}>
      <DialogBody>
        <div className="text-soft">{children}</div>
        {error && <Problem>{error}</Problem>}
      </DialogBody>
      <DialogFoot>
        <Button look="framed" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button look="danger" onClick={() => void confirm()} disabled={busy}>
          {action}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
