// Restores the configuration from the file of an export.
import type { importConfig } from '@belfry/schema/http/transfer';
import { useId, useState } from 'react';
import { call } from '../../../api/client.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { readBackupFile } from './backup-file.ts';
import { messages } from './messages.ts';
import { PassphraseField } from './passphrase-field.tsx';
import { useTransfer } from './use-transfer.tsx';

const RELOAD_AFTER_MS = 2_000;

interface Values {
  file: File | undefined;
  passphrase: string;
}

export function ImportDialog({ onClose }: { onClose(): void }) {
  const [values, setValues] = useState<Values>({ file: undefined, passphrase: '' });
  const id = useId();
  const { start, sending, done, errors, problem, typed, question } = useTransfer({
    what: 'import',
    check,
    async send({ file, passphrase }: Values, headers) {
      if (!file) throw new Error(messages.fileRequired);
      const body = { data: await readBackupFile(file), passphrase };
      await call<typeof importConfig>('POST /api/config/import', { body, headers });
    },
    // everything on the page may be different now
    onDone: () => setTimeout(() => window.location.reload(), RELOAD_AFTER_MS),
  });
  const locked = sending || done;

  return (
    <Dialog title={messages.importTitle} onClose={onClose} busy={locked} careful>
      <DialogBody>
        <form
          id={id}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!done) start(values);
          }}
        >
          <fieldset disabled={locked} className="flex flex-col gap-3">
            <Problem tone="warn">{messages.importText}</Problem>
            {problem && <Problem>{problem}</Problem>}
            {done && <Problem tone="ok">{messages.imported}</Problem>}
            <TextField
              label={messages.file}
              hint={messages.fileHint}
              type="file"
              accept=".json,application/json"
              error={errors.file}
              onChange={(event) => {
                setValues({ ...values, file: event.currentTarget.files?.[0] });
                typed('file');
              }}
            />
            <PassphraseField
              label={messages.importPassphrase}
              autoComplete="off"
              value={values.passphrase}
              error={errors.passphrase}
              onText={(passphrase) => {
                setValues({ ...values, passphrase });
                typed('passphrase');
              }}
            />
          </fieldset>
        </form>
      </DialogBody>
      <DialogFoot>
        <Button look="framed" onClick={onClose} disabled={locked}>
          {messages.cancel}
        </Button>
        <Button look="danger" type="submit" form={id} disabled={locked}>
          {sending ? messages.importing : messages.importAction}
        </Button>
      </DialogFoot>
      {question}
    </Dialog>
  );
}

const check = ({ file, passphrase }: Values) => ({
  ...(!file && { file: messages.fileRequired }),
  ...(!passphrase && { passphrase: messages.importPassphraseRequired }),
});
