// One saved view in the menu.
import type { SavedView } from '@belfry/schema/http/views';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { removeView, renameViewTo, savedViews } from '../../../api/views.ts';
import { IconButton } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { useLeaving } from '../../../ui/use-leaving.ts';
import { messages } from './messages.ts';

export function SavedViewRow({ view, onOpen }: { view: SavedView; onOpen(): void }) {
  const { id, name, screen, params } = view;
  const queries = useQueryClient();
  const [renaming, setRenaming] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onSuccess: () => queries.invalidateQueries({ queryKey: savedViews.queryKey }),
    onError: (error) => toast('error', error.message),
  });
  const field = useRef<HTMLInputElement>(null);
  const rename = (next: string) => {
    setRenaming(false);
    if (next.trim() !== '' && next.trim() !== name) mutate(() => renameViewTo(id, next));
  };
  useLeaving(field, () => field.current && rename(field.current.value));
  return (
    <li className="flex items-center">
      {renaming ? (
        <input
          ref={field}
          defaultValue={name}
          aria-label={messages.newName(name)}
          maxLength={64}
          // biome-ignore lint/a11y/noAutofocus: the user asked to type here
          autoFocus
          className="mx-1.5 h-8 min-w-0 flex-1 rounded-md border border-field-line bg-field px-2 max-md:h-10"
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === 'Tab') rename(event.currentTarget.value);
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            setRenaming(false);
          }}
        />
      ) : (
        <Link
          to={screen}
          search={params}
          onClick={onOpen}
          className="flex h-8 min-w-0 flex-1 items-center rounded-md px-1.5 hover:bg-hover max-md:h-10"
        >
          <span className="truncate">{name}</span>
        </Link>
      )}
      <IconButton label={messages.rename(name)} disabled={isPending} onClick={() => setRenaming(true)}>
        <Pencil size={13} />
      </IconButton>
      <IconButton label={messages.remove(name)} disabled={isPending} onClick={() => mutate(() => removeView(id))}>
        <Trash2 size={13} />
      </IconButton>
    </li>
  );
}
