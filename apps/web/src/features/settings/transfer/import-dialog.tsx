import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { readBackupFile } from './backup-file.ts';
import { ImportReport, isWorthReading } from './import-report.tsx';
import { messages } from './messages.ts';
import { PassphraseField } from './passphrase-field.tsx';
import { useTransfer } from './use-transfer.tsx';

const RELOAD_AFTER_MS = 2_000;
/** Everything on the page may be different now. */
const reload = () => window.location.reload();

interface Values {
  file: File | undefined;
  passphrase: string;
}

export function ImportDialog({ onClose }: { onClose(): void }) {
  const [values, setValues] = useState<Values>({ file: undefined, passphrase: '' });
  const { start, sending, reply, errors, problem, typed, question } = useTransfer({
    what: 'import',
    check,
    async send({ file, passphrase }: Values, headers) {
      if (!file) throw new Error(messages.fileRequired);
      const body = { data: await readBackupFile(file), passphrase };
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
      </DialogForm>
      {question}
    </Dialog>
  );
}

const check = ({ file, passphrase }: Values) => ({
  ...(!file && { file: messages.fileRequired }),
  ...(!passphrase && { passphrase: messages.importPassphraseRequired }),
});
