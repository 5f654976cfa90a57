// Links to views: list, revoke. They are made in the menu of saved views, where the view is.
import type { ViewLink } from '@belfry/schema/http/view-links';
import { useQuery } from '@tanstack/react-query';
import { removeViewLink, viewLinks } from '../../api/views.ts';
import { Card } from '../../ui/card.tsx';
import type { TextColumn } from '../../ui/table/short-table.tsx';
import { messages } from './messages.ts';
import { RevocableList } from './revocable-list.tsx';
import { Ago, Expiry } from './time.tsx';

export function ViewLinks() {
  const query = useQuery(viewLinks);
  return (
    <Card flush title={messages.viewLinks} hint={messages.viewLinksHint}>
      <RevocableList
        label={messages.viewLinks}
        query={query}
        columns={columns}
        none={messages.noViewLinks}
        warning={messages.revokeLinkText}
        revoked={messages.linkRevoked}
        onRevoke={({ id }) => removeViewLink(id)}
      />
    </Card>
  );
}

const columns: readonly TextColumn<ViewLink>[] = [
  { head: () => messages.tokenName, cell: ({ name }) => <span className="font-medium">{name}</span> },
  { head: () => messages.linkScreen, cell: ({ screen }) => <span className="font-mono text-xs">{screen}</span> },
  { head: () => messages.lastUsed, cell: ({ lastUsedAt }) => <Ago iso={lastUsedAt} /> },
  { head: () => messages.tokenExpiry, cell: ({ expiresAt }) => <Expiry at={expiresAt} /> },
  { head: () => messages.linkBy, cell: ({ createdBy }) => createdBy },
  { head: () => messages.created, cell: ({ createdAt }) => <Ago iso={createdAt} /> },
];
