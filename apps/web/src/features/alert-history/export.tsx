// Saves what the filters find as a CSV file.
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { downloadText } from '../../lib/download.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { historyCsv } from './csv.ts';
import { messages } from './messages.ts';
import { allEntries, type Filter } from './queries.ts';

export function Export({ asked }: { asked: Filter }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => historyCsv(await allEntries(asked)),
    onSuccess: (csv) => downloadText(`belfry-alerts-${new Date().toISOString().slice(0, 10)}.csv`, csv),
    onError: (error) => toast('error', messages.exportFailed, { message: error.message }),
  });
  return (
    <Button disabled={isPending} onClick={() => mutate()}>
      <Download size={13} aria-hidden />
      {isPending ? messages.exporting : messages.exportCsv}
    </Button>
  );
}
