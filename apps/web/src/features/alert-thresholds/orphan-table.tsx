// Overrides of resources that do not exist any more, with a button that removes each.
import { Trash2 } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ShortTable, type TextColumn } from '../../ui/table/short-table.tsx';
import { removalOf } from './changes.ts';
import { messages } from './messages.ts';
import type { Orphan } from './orphans.ts';
import { overrideText } from './place.ts';
import type { EditingState } from './use-editing.ts';

const columns: readonly TextColumn<Orphan>[] = [
  {
    head: () => messages.heads.name,
    cell: ({ key, name }) => (
      <span className="flex flex-wrap items-baseline gap-x-2">
        <b className="font-[550] break-all">{name ?? key}</b>
        {name !== undefined && <span className="break-all text-mute text-sm">{key}</span>}
      </span>
    ),
  },
  { head: () => messages.orphans.values, cell: ({ override }) => overrideText(override) },
];

export function OrphanTable({ orphans, editing }: { orphans: readonly Orphan[]; editing: EditingState }) {
  const { config, mayEdit, setAll } = editing.draft;
  if (orphans.length === 0) return null;
  const texts = messages.orphans;
  const remove = (removed: readonly Orphan[]) => setAll(removed.flatMap(({ key }) => removalOf(config, key)));
  return (
    <Card
      flush
      title={texts.title}
      hint={texts.hint}
      actions={mayEdit && orphans.length > 1 && <Button onClick={() => remove(orphans)}>{texts.removeAll}</Button>}
    >
      <ShortTable
        label={texts.title}
        rows={orphans}
        columns={columns}
        keyOf={({ key }) => key}
        {...(mayEdit && {
          action: (orphan: Orphan) => (
            <Button aria-label={texts.removeOf(orphan.name ?? orphan.key)} onClick={() => remove([orphan])}>
              <Trash2 size={13} aria-hidden />
              {texts.remove}
            </Button>
          ),
        })}
      />
    </Card>
  );
}
