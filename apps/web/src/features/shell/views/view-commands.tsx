// The saved views as commands of the palette, and the menu of saved views as a dialog, for phones: their header has no room for it.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { savedViews } from '../../../api/views.ts';
import { useCommand } from '../../../lib/commands.ts';
import { Dialog, DialogBody } from '../../../ui/dialog.tsx';
import { messages } from './messages.ts';
import { ViewsPanel } from './views-panel.tsx';

export function ViewCommands() {
  const { data = [] } = useQuery(savedViews);
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  useCommand(
    {
      id: 'views',
      name: () => messages.saveCommand,
      words: () => messages.word,
      scope: 'global',
      group: 'actions',
      run: () => setOpen(true),
    },
    ...data.map(({ id, name, screen, params }) => ({
      id: `view/${id}`,
      name: () => name,
      words: () => messages.word,
      scope: 'global' as const,
      group: 'views' as const,
      run: () => void navigate({ to: screen, search: params }),
    })),
  );
  if (!open) return null;
  const close = () => setOpen(false);
  return (
    <Dialog title={messages.views} onClose={close}>
      <DialogBody>
        <ViewsPanel onClose={close} />
      </DialogBody>
    </Dialog>
  );
}
