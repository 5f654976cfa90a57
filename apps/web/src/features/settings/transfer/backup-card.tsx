// The configuration as a file: export it, or restore it.
import { useQuery } from '@tanstack/react-query';
import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { entry } from '../../../api/entry.ts';
import { useMay } from '../../../lib/may.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { messages } from './messages.ts';

export function BackupCard() {
  const mayConfigure = useMay('configure');
  const who = useQuery(entry).data;
  const [open, setOpen] = useState<'export' | 'import' | null>(null);
  const close = () => setOpen(null);
  return (
    <Card title={messages.title}>
      <p>{messages.text}</p>
      <ul className="list-disc pl-5 text-sm text-mute">
        {messages.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      {mayConfigure ? (
        <div className="flex flex-wrap gap-2">
          <Button look="framed" onClick={() => setOpen('export')}>
            <Download size={14} aria-hidden /> {messages.exportAction}
          </Button>
          <Button look="framed" onClick={() => setOpen('import')}>
            <Upload size={14} aria-hidden /> {messages.importAction}
          </Button>
        </div>
      ) : (
        <p className="text-sm text-mute">{messages.adminOnly}</p>
      )}
      {open === 'export' && (
        <ExportDialog hasPassword={who?.screen === 'app' && who.status?.method === 'password'} onClose={close} />
      )}
      {open === 'import' && <ImportDialog onClose={close} />}
    </Card>
  );
}
