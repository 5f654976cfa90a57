// Links to views: list, revoke. They are made in the menu of saved views, where the view is.
import type { ViewLink } from '@belfry/schema/http/view-links';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { removeViewLink, viewLinks } from '../../api/views.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { ShortTable, type TextColumn } from '../../ui/table/short-table.tsx';
import { toast } from '../../ui/toast.ts';
import { Empty, Loaded } from './loaded.tsx';
import { messages } from './messages.ts';
import { Ago } from './time.tsx';

export function ViewLinks() {
  const query = useQuery(viewLinks);
  const queries = useQueryClient();
  const [revoking, setRevoking] = useState<ViewLink | null>(null);
  const revoke = async ({ id }: ViewLink) => {
    await removeViewLink(id);
    await queries.invalidateQueries({ queryKey: viewLinks.queryKey });
    toast('success', messages.linkRevoked);
  };
  return (
    <Card flush title={messages.viewLinks} hint={messages.viewLinksHint}>
      <Loaded query={query}>
        {(list) =>
          list.length === 0 ? (
            <Empty>{messages.noViewLinks}</Empty>
          ) : (
            <ShortTable
              label={messages.viewLinks}
              rows={list}
              columns={columns}
              keyOf={({ id }) => id}
              action={(link) => (
                <Button onClick={() => setRevoking(link)} aria-label={`${messages.revoke} ${link.name}`}>
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
          {messages.revokeLinkText}
        </Confirm>
      )}
    </Card>
  );
}

const columns: readonly TextColumn<ViewLink>[] = [
  { head: () => messages.tokenName, cell: ({ name }) => <span className="font-medium">{name}</span> },
  { head: () => messages.linkScreen, cell: ({ screen }) => <span className="font-mono text-xs">{screen}</span> },
  { head: () => messages.lastUsed, cell: ({ lastUsedAt }) => <Ago iso={lastUsedAt} /> },
  { head: () => messages.linkBy, cell: ({ createdBy }) => createdBy },
  { head: () => messages.created, cell: ({ createdAt }) => <Ago iso={createdAt} /> },
];
