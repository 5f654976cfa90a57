import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { downloadText } from '../../../lib/download.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { toast } from '../../../ui/toast.ts';
import { backupFileName } from './backup-file.ts';
import { messages } from './messages.ts';
import { PassphraseField } from './passphrase-field.tsx';
import { useTransfer } from './use-transfer.tsx';

/** As on the server. */
const LEAST = 12;

type Protection = 'password' | 'passphrase';

interface ExportDialogProps {
  /** The user signed in with a password, which can protect the file. */
  hasPassword: boolean;
  onClose(): void;
}

export function ExportDialog({ hasPassword, onClose }: ExportDialogProps) {
  const [protection, setProtection] = useState<Protection>(hasPassword ? 'password' : 'passphrase');
  const [typedText, setTypedText] = useState('');
  const { start, sending, errors, problem, typed, question } = useTransfer({
    what: 'export',
    check: (passphrase: string) => check(protection, passphrase),
    async send(passphrase, headers) {
      const loginPassword = protection === 'password';
      const body = { passphrase, loginPassword };
      const reply = await call('POST /api/config/export', {
        body,
        // the password is that of the session
        headers: loginPassword ? {} : headers,
      });
      downloadText(backupFileName(Date.now()), JSON.stringify(reply));
    },
    onDone() {
      toast('success', messages.exported);
      onClose();
    },
  });

  return (
    <Dialog title={messages.exportTitle} onClose={onClose} busy={sending} careful>
      <DialogForm
        action={sending ? messages.exporting : messages.exportAction}
        locked={sending}
        incomplete={typedText === ''}
        onSubmit={() => start(typedText)}
        onCancel={onClose}
      >
        <p className="text-soft">{messages.exportText}</p>
        {problem && <Problem>{problem}</Problem>}
        {hasPassword && (
          <Segmented
            label={messages.protectWith}
            options={messages.protections}
            className="self-start"
            value={protection}
            onChange={(next) => {
              setProtection(next);
              setTypedText('');
              typed('passphrase');
            }}
          />
        )}
        <PassphraseField
          // another field, which password managers fill in differently
          key={protection}
          label={messages[protection]}
          hint={protection === 'password' ? messages.passwordHint : messages.passphraseHint(LEAST)}
          autoComplete={protection === 'password' ? 'current-password' : 'new-password'}
          autoFocus
          value={typedText}
          error={errors.passphrase}
          onText={(text) => {
            setTypedText(text);
            typed('passphrase');
          }}
        />
      </DialogForm>
      {question}
    </Dialog>
  );
}

function check(protection: Protection, passphrase: string): { passphrase?: string } {
  const isPassword = protection === 'password';
  if (passphrase === '') return { passphrase: isPassword ? messages.passwordRequired : messages.passphraseRequired };
  return isPassword || passphrase.length >= LEAST ? {} : { passphrase: messages.passphraseShort(LEAST) };
}
