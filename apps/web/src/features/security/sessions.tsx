// The signed-in browsers, where they are, and a button to end each session.
import type { SessionInfo } from '@belfry/schema/http/sessions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { sessions } from '../../api/security.ts';
import { browserName } from '../../lib/user-agent.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { ShortTable, type TextColumn } from '../../ui/table/short-table.tsx';
import { toast } from '../../ui/toast.ts';
import { Empty, Loaded } from './loaded.tsx';
import { messages } from './messages.ts';
import { Ago } from './time.tsx';

export function Sessions() {
  const query = useQuery(sessions);
  const queries = useQueryClient();
  const [ending, setEnding] = useState<SessionInfo | null>(null);
  const end = async ({ id, current }: SessionInfo) => {
    await call('DELETE /api/security/sessions/:id', { params: { id } });
    if (current) window.location.reload();
    await queries.invalidateQueries({ queryKey: sessions.queryKey });
    toast('success', messages.signedOut);
  };
  return (
    <Card flush title={messages.sessions}>
      <Loaded query={query}>
        {(list) =>
          list.length === 0 ? (
            <Empty>{messages.noSessions}</Empty>
          ) : (
            <ShortTable
              label={messages.sessions}
              rows={list}
              columns={columns}
              keyOf={({ id }) => id}
              action={(session) => (
                <Button
                  onClick={() => setEnding(session)}
                  aria-label={`${messages.signOut} ${session.user} ${session.ip}`}
                >
                  {messages.signOut}
                </Button>
              )}
            />
          )
        }
      </Loaded>
      {ending && (
        <Confirm
          title={messages.signOutSession(ending.user, ending.ip)}
          action={messages.signOut}
          onConfirm={() => end(ending)}
          onClose={() => setEnding(null)}
        >
          {messages.signOutText}
        </Confirm>
      )}
    </Card>
  );
}

const columns: readonly TextColumn<SessionInfo>[] = [
  {
    head: () => messages.sessionUser,
    cell: ({ user, current }) => (
      <span className="inline-flex items-center gap-2">
        <span className="font-medium">{user}</span>
        {current && <Chip>{messages.thisOne}</Chip>}
      </span>
    ),
  },
  { head: () => messages.browser, cell: ({ userAgent }) => <span title={userAgent}>{browserName(userAgent)}</span> },
  { head: () => messages.address, cell: ({ ip }) => <span className="font-mono text-xs">{ip}</span> },
  { head: () => messages.method, cell: ({ method }) => messages.methods[method] },
  { head: () => messages.lastUsed, cell: ({ lastUsedAt }) => <Ago iso={lastUsedAt} /> },
];
