// Makes an API token and shows it only once.
import type { createToken, TokenScope } from '@belfry/schema/http/tokens';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, call } from '../../api/client.ts';
import { tokens } from '../../api/security.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Secret } from '../../ui/secret.tsx';
import { messages } from './messages.ts';

const SCOPES: readonly TokenScope[] = ['read', 'report', 'admin'];
const EXPIRIES = ['never', '30', '90', '365'] as const;

export function NewToken({ onClose }: { onClose(): void }) {
  const [made, setMade] = useState<{ name: string; token: string } | null>(null);
  const [busy, setBusy] = useState(false);
  return (
    <Dialog title={messages.newToken} onClose={onClose} busy={busy} careful>
      {made ? (
        <>
          <DialogBody>
            <Problem tone="warn" className="mb-3">
              {messages.tokenMade}
            </Problem>
            <Secret label={made.name} value={made.token} autoFocus />
          </DialogBody>
          <DialogFoot>
            <Button look="main" onClick={onClose}>
              {messages.done}
            </Button>
          </DialogFoot>
        </>
      ) : (
        <TokenForm busy={busy} setBusy={setBusy} onMade={setMade} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface TokenFormProps {
  busy: boolean;
  setBusy(busy: boolean): void;
  onMade(made: { name: string; token: string }): void;
  onClose(): void;
}

function TokenForm({ busy, setBusy, onMade, onClose }: TokenFormProps) {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<TokenScope>('read');
  const [expiry, setExpiry] = useState<(typeof EXPIRIES)[number]>('never');
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const id = useId();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setWrong(name.trim() ? {} : { name: messages.nameRequired });
    setProblem('');
    if (!name.trim()) return;
    setBusy(true);
    try {
      const body = { name, scope, ...(expiry !== 'never' && { expiresInDays: Number(expiry) }) };
      const made = await call<typeof createToken>('POST /api/security/tokens', { body });
      void queries.invalidateQueries({ queryKey: tokens.queryKey });
      onMade(made);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setWrong(error.refusal.details);
      setProblem(messages.tokenFailed(error.message));
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <DialogBody>
        <form id={id} noValidate className="flex flex-col gap-3" onSubmit={(event) => void submit(event)}>
          {problem && <Problem>{problem}</Problem>}
          <TextField
            label={messages.tokenName}
            value={name}
            error={wrong.name}
            autoComplete="off"
            autoFocus
            maxLength={64}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setWrong({});
            }}
          />
          <div className="grid gap-3 md:grid-cols-2">
            <SelectField
              label={messages.tokenScope}
              options={SCOPES.map((each) => [each, messages.scopes[each]] as const)}
              value={scope}
              onValue={setScope}
            />
            <SelectField
              label={messages.tokenExpiry}
              options={EXPIRIES.map((each) => [each, messages.expiries[each]] as const)}
              value={expiry}
              onValue={setExpiry}
            />
          </div>
        </form>
      </DialogBody>
      <DialogFoot>
        <Button look="framed" onClick={onClose} disabled={busy}>
          {messages.cancel}
        </Button>
        <Button look="main" type="submit" form={id} disabled={busy}>
          {busy ? messages.creating : messages.create}
        </Button>
      </DialogFoot>
    </>
  );
}
