// The commands of the whole app, and what they open. The code of what they open is loaded on demand.
import { type ComponentType, Suspense, useState } from 'react';
import { flushSync } from 'react-dom';
import { useCommand } from '../../lib/commands.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { late } from '../../ui/late.ts';

const KeysDialog = late(async () => (await import('./keys-dialog.tsx')).KeysDialog);

/** `run` is what the user chose. */
export interface PaletteProps {
  onClose(run?: () => void): void;
}

interface CommandsProps {
  Palette: ComponentType<PaletteProps>;
  /** The names of the two commands. The other texts come with the late code. */
  names: Record<'palette' | 'keys', () => string>;
}

export function Commands({ Palette, names }: CommandsProps) {
  const [open, setOpen] = useState<'keys' | 'palette' | null>(null);
  useHotkeys();
  useCommand(
    {
      id: 'palette',
      name: names.palette,
      keys: 'Mod+k',
      scope: 'global',
      run: () => setOpen('palette'),
    },
    {
      id: 'keys',
      name: names.keys,
      keys: '?',
      scope: 'global',
      group: 'actions',
      run: () => setOpen('keys'),
    },
  );
  const close = (run?: () => void) => {
    // what was chosen starts on a page that has the focus back
    flushSync(() => setOpen(null));
    if (run) queueMicrotask(run);
  };
  return (
    <Suspense>
      {open === 'keys' && <KeysDialog onClose={close} />}
      {open === 'palette' && <Palette onClose={close} />}
    </Suspense>
  );
}
