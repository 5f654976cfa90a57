// The silences that have not ended. Each can be changed and ended.
import type { Silence } from '@belfry/schema/alerts/silences';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { browserZone } from '../../../../lib/browser-zone.ts';
import { formatDuration } from '../../../../lib/language/format.ts';
import { MINUTE_MS, useNow } from '../../../../lib/now.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { ShortTable, type TextColumn } from '../../../../ui/table/short-table.tsx';
import { toast } from '../../../../ui/toast.ts';
import { messages } from '../messages.ts';
import { zoneMoment } from '../moments.ts';
import { endSilence, silences as query } from './queries.ts';
import { SilenceEdit } from './silence-edit.tsx';
import { useTargets } from './use-targets.ts';

export function SilenceList({ silences, mayChange }: { silences: readonly Silence[]; mayChange: boolean }) {
  const [edited, setEdited] = useState<Silence>();
  const { nameOf } = useTargets();
  const texts = messages.silences;
  const columns: readonly TextColumn<Silence>[] = [
    {
      head: () => texts.heads.what,
      cell: ({ target }) => <b className="font-[550] break-words">{messages.targetOf[target.kind](nameOf(target))}</b>,
    },
    { head: () => texts.heads.reason, cell: ({ reason }) => <span className="text-soft">{reason}</span> },
    { head: () => texts.heads.by, cell: ({ by }) => <span className="text-soft">{by}</span> },
    { head: () => texts.heads.until, cell: ({ until }) => <Until until={until} /> },
  ];
  return (
    <Card flush title={texts.title} hint={texts.hint}>
      <ShortTable
        label={texts.title}
        rows={silences}
        columns={columns}
        keyOf={({ id }) => id}
        {...(mayChange && {
          action: (silence: Silence) => (
            <span className="flex items-center justify-end gap-1">
              <IconButton label={texts.edit(nameOf(silence.target))} onClick={() => setEdited(silence)}>
                <Pencil size={13} />
              </IconButton>
              <End silence={silence} name={nameOf(silence.target)} />
            </span>
          ),
        })}
      />
      {edited && (
        <SilenceEdit
          silence={silences.find(({ id }) => id === edited.id) ?? edited}
          name={nameOf(edited.target)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  );
}

function Until({ until }: { until: string }) {
  const now = useNow(MINUTE_MS);
  const end = Date.parse(until);
  return (
    <span className="text-soft">
      {zoneMoment(end, browserZone(), now)} · {messages.maintenance.states.left(formatDuration(Math.max(0, end - now)))}
    </span>
  );
}

function End({ silence, name }: { silence: Silence; name: string }) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => endSilence(silence.id),
    onSuccess: () => toast('success', messages.silences.ended),
    onError: (error) => toast('error', error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: query.queryKey }),
  });
  return (
    <Button look="framed" aria-label={messages.silences.endOf(name)} disabled={isPending} onClick={() => mutate()}>
      {messages.silences.end}
    </Button>
  );
}
