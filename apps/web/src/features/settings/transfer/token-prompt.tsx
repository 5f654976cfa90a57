// Asks for the API token that proves who is asking where nobody signs in.
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx';
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
  const [isMissing, setMissing] = useState(false);
  const given = token.trim();
  const id = useId();
  return (
    <Dialog title={messages.tokenTitle} onClose={onClose} careful>
      <DialogBody>
        <form
          id={id}
          noValidate
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            setMissing(given === '');
            if (given !== '') onToken(given);
          }}
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
            error={isMissing && given === '' ? messages.tokenRequired : undefined}
            onChange={(event) => setToken(event.currentTarget.value)}
          />
        </form>
      </DialogBody>
      <DialogFoot>
        <Button look="framed" onClick={onClose}>
          {messages.cancel}
        </Button>
        <Button look="main" type="submit" form={id} disabled={given === ''}>
          {messages.tokenSave}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
