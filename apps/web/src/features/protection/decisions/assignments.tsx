// The groups of backups that somebody assigned to a guest. Each can be taken back.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Decisions, endAssignment } from '../../../api/protection.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ShortTable, type TextColumn } from '../../../ui/table/short-table.tsx';
import { toast } from '../../../ui/toast.ts';
import { messages } from '../messages.ts';
import type { Subject } from '../subject.ts';

type Assignment = Decisions['assignments'][number];

interface AssignmentsProps {
  assignments: readonly Assignment[];
  subjects: ReadonlyMap<string, Subject>;
  mayAct: boolean;
}

export function Assignments({ assignments, subjects, mayAct }: AssignmentsProps) {
  if (assignments.length === 0) return null;
  const columns: readonly TextColumn<Assignment>[] = [
    {
      head: () => messages.unclearHeads.group,
      cell: ({ group }) => <span className="font-mono text-sm wrap-anywhere">{group}</span>,
    },
    {
      head: () => messages.unclearHeads.owner,
      cell: ({ guest }) => <b className="font-[550]">{subjects.get(guest)?.guest.name ?? guest}</b>,
    },
    { head: () => messages.testHeads.by, cell: ({ by }) => <span className="text-soft">{by}</span> },
  ];
  return (
    <div className="mt-2">
      <Card flush title={messages.byHand} hint={messages.byHandHint(assignments.length)}>
        <ShortTable
          label={messages.byHand}
          rows={assignments}
          columns={columns}
          keyOf={({ group }) => group}
          {...(mayAct && { action: ({ group }: Assignment) => <TakeBack group={group} /> })}
        />
      </Card>
    </div>
  );
}

function TakeBack({ group }: { group: string }) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => endAssignment(queries, group),
    onSuccess: () => toast('success', messages.unassigned),
    onError: (error) => toast('error', error.message),
  });
  return (
    <Button look="framed" aria-label={messages.unassign(group)} disabled={isPending} onClick={() => mutate()}>
      {messages.undo}
    </Button>
  );
}
