// The commands of the whole app, and what they open. The code of what they open is loaded on demand.
import { Suspense, useState } from 'react';
import { useCommand } from '../../lib/commands.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { late } from '../../ui/late.ts';
import { messages } from './messages.ts';

const KeysDialog = late(async () => (await import('./keys-dialog.tsx')).KeysDialog);

export function Commands() {
  const [open, setOpen] = useState<'keys' | null>(null);
  useHotkeys();
  useCommand({
    id: 'keys',
    name: () => messages.keys,
    keys: '?',
    scope: 'global',
    group: 'actions',
    run: () => setOpen('keys'),
  });
  return <Suspense>{open === 'keys' && <KeysDialog onClose={() => setOpen(null)} />}</Suspense>;
}
