// A list of secrets that somebody holds, each with a button that revokes it.
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { ShortTable, type TextColumn } from '../../ui/table/short-table.tsx';
import { toast } from '../../ui/toast.ts';
import { Empty, Loaded } from './loaded.tsx';
import { messages } from './messages.ts';

interface RevocableListProps<T> {
  label: string;
  query: UseQueryResult<readonly T[]>;
  columns: readonly TextColumn<T>[];
  /** Shown while the list is empty. */
  none: string;
  /** What a revocation does, in the question before it. */
  warning: string;
  revoked: string;
  /** Sends the revocation. The list is loaded again after it. */
  onRevoke(one: T): Promise<unknown>;
}

export function RevocableList<T extends { id: string; name: string }>({
  label,
  query,
  columns,
  none,
  warning,
  revoked,
  onRevoke,
}: RevocableListProps<T>) {
  const [revoking, setRevoking] = useState<T | null>(null);
  const revoke = async (one: T) => {
    await onRevoke(one);
    await query.refetch();
    toast('success', revoked);
  };
  return (
    <>
      <Loaded query={query}>
        {(list) =>
          list.length === 0 ? (
            <Empty>{none}</Empty>
          ) : (
            <ShortTable
              label={label}
              rows={list}
              columns={columns}
              keyOf={({ id }) => id}
              action={(one) => (
                <Button onClick={() => setRevoking(one)} aria-label={`${messages.revoke} ${one.name}`}>
                  {messages.revoke}
                </Button>
              )}
            />
          )
        }
      </Loaded>
      {revoking && (
        <Confirm
          title={messages.revokeToken(revoking.name)}
          action={messages.revoke}
          onConfirm={() => revoke(revoking)}
          onClose={() => setRevoking(null)}
        >
          {warning}
        </Confirm>
      )}
    </>
  );
}
