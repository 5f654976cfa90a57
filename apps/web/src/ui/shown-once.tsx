// The end of a dialog that made a secret, which is shown only once.
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { DialogBody, DialogFoot } from './dialog.tsx';
import { messages } from './messages.ts';
import { Problem } from './problem.tsx';

interface ShownOnceProps {
  text: string;
  onDone(): void;
  /** The secret. */
  children: ReactNode;
}

export function ShownOnce({ text, onDone, children }: ShownOnceProps) {
  return (
    <>
      <DialogBody>
        <Problem tone="warn" className="mb-3">
          {text}
        </Problem>
        {children}
      </DialogBody>
      <DialogFoot>
        <Button look="main" onClick={onDone}>
          {messages.done}
        </Button>
      </DialogFoot>
    </>
  );
}
