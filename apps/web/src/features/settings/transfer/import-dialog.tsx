import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { AreaField, TextField } from '../../../ui/field.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { readBackupFile, readBackupText } from './backup-file.ts';
import { ImportReport, isWorthReading } from './import-report.tsx';
import { messages } from './messages.ts';
import { PassphraseField } from './passphrase-field.tsx';
import { useTransfer } from './use-transfer.tsx';

const RELOAD_AFTER_MS = 2_000;
/** Everything on the page may be different now. */
const reload = () => window.location.reload();

interface Values {
  file: File | undefined;
  /** Pasted instead of a file. */
  text: string;
  passphrase: string;
}

export function ImportDialog({ onClose }: { onClose(): void }) {
  const [values, setValues] = useState<Values>({ file: undefined, text: '', passphrase: '' });
  const { start, sending, reply, errors, problem, typed, question } = useTransfer({
    what: 'import',
    check,
    async send({ file, text, passphrase }: Values, headers) {
      const body = { data: file ? await readBackupFile(file) : readBackupText(text), passphrase };
      return call('POST /api/config/import', { body, headers });
    },
    onDone: (report) => void (isWorthReading(report) || setTimeout(reload, RELOAD_AFTER_MS)),
  });
  if (reply && isWorthReading(reply)) return <ImportReport report={reply} onClose={reload} />;
  const done = reply !== undefined;
  const locked = sending || done;

  return (
    <Dialog title={messages.importTitle} onClose={onClose} busy={locked} careful>
      <DialogForm
        action={sending ? messages.importing : messages.importAction}
        look="danger"
        locked={locked}
        onSubmit={() => start(values)}
        onCancel={onClose}
      >
        <fieldset disabled={locked} className="flex flex-col gap-4">
          <Problem tone="warn">{messages.importText}</Problem>
          {problem && <Problem>{problem}</Problem>}
          {done && <Problem tone="ok">{messages.imported}</Problem>}
          <TextField
            label={messages.file}
            hint={messages.fileHint}
            type="file"
            accept=".json,.enc,application/json"
            error={errors.file}
            onChange={(event) => {
              setValues({ ...values, file: event.currentTarget.files?.[0] });
              typed('file');
            }}
          />
          {values.file === undefined && (
            <AreaField
              label={messages.pasted}
              hint={messages.pastedHint}
              mono
              rows={3}
              spellCheck={false}
              autoComplete="off"
              value={values.text}
              onChange={(event) => {
                setValues({ ...values, text: event.currentTarget.value });
                typed('file');
              }}
            />
          )}
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
      </DialogForm>
      {question}
    </Dialog>
  );
}

const check = ({ file, text, passphrase }: Values) => ({
  ...(!file && text.trim() === '' && { file: messages.fileRequired }),
  ...(!passphrase && { passphrase: messages.importPassphraseRequired }),
});
