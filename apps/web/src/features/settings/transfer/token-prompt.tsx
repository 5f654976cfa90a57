// Asks for the API token that proves who is asking where nobody signs in.
import { useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { messages } from './messages.ts';

interface TokenPromptProps {
  /** Why the last token was refused. */
  problem: string | undefined;
  onToken(token: string): void;
  onClose(): void;
}

export function TokenPrompt({ problem, onToken, onClose }: TokenPromptProps) {
  const [token, setToken] = useState('');
  const value = token.trim();
  return (
    <Dialog title={messages.tokenTitle} onClose={onClose} careful>
      <DialogForm
        action={messages.tokenSave}
        incomplete={value === ''}
        onSubmit={() => onToken(value)}
        onCancel={onClose}
      >
        <p className="text-soft">{messages.tokenText}</p>
        {problem && <Problem>{problem}</Problem>}
        <TextField
          label={messages.token}
          hint={messages.tokenWhere}
          type="password"
          mono
          autoFocus
          autoComplete="off"
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
