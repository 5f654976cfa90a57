// Gives a site another name.
import type { SiteView } from '@belfry/schema/http/sites';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { sites } from '../../../api/sites.ts';
import { useSubmit } from '../../../api/use-submit.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { toast } from '../../../ui/toast.ts';
import { messages } from './messages.ts';
import { NameField, nameErrors } from './name-field.tsx';

export function RenameSite({ site: { id, name: before }, onClose }: { site: SiteView; onClose(): void }) {
  const queries = useQueryClient();
  const [name, setName] = useState(before);
  const { submit, sending, errors, failure, typed } = useSubmit({
    check: nameErrors,
    send: (text: string) => call('PATCH /api/sites/:id', { params: { id }, body: { name: text.trim() } }),
    onDone() {
      toast('success', messages.renamed);
      void queries.invalidateQueries({ queryKey: sites.queryKey });
      onClose();
    },
  });
  return (
    <Dialog careful title={messages.rename(before)} busy={sending} onClose={onClose}>
      <DialogForm action={messages.renameAction} locked={sending} onSubmit={() => submit(name)} onCancel={onClose}>
        <NameField
          name={name}
          error={errors.name}
          onName={(text) => {
            setName(text);
            typed('name');
          }}
        />
        {failure && <Problem>{failure.message}</Problem>}
      </DialogForm>
    </Dialog>
  );
}
