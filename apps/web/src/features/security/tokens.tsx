// API tokens: list, new, revoke.
import type { ApiToken, revokeToken } from '@belfry/schema/http/tokens';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { tokens } from '../../api/security.ts';
import { dateOf } from '../../lib/moment.ts';
import { useNow } from '../../lib/now.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { ShortTable, type TextColumn } from '../../ui/table/short-table.tsx';
import { toast } from '../../ui/toast.ts';
import { Empty, Loaded } from './loaded.tsx';
import { messages } from './messages.ts';
import { NewToken } from './new-token.tsx';
import { RegenerateToken } from './regenerate-token.tsx';
import { Ago } from './time.tsx';

export function Tokens() {
  const query = useQuery(tokens);
  const queries = useQueryClient();
  const [making, setMaking] = useState<'new' | 'default' | null>(null);
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const revoke = async ({ id }: ApiToken) => {
    await call<typeof revokeToken>('DELETE /api/security/tokens/:id', { params: { id } });
    await queries.invalidateQueries({ queryKey: tokens.queryKey });
    toast('success', messages.revoked);
  };
  return (
    <Card
      flush
      title={messages.tokens}
      hint={messages.tokensHint}
      actions={
        <>
          <Button look="framed" onClick={() => setMaking('default')}>
            <RotateCcw size={14} aria-hidden /> {messages.regenerate}
          </Button>
          <Button look="framed" onClick={() => setMaking('new')}>
            <Plus size={14} aria-hidden /> {messages.newToken}
          </Button>
        </>
      }
    >
      <Loaded query={query}>
        {(list) =>
          list.length === 0 ? (
            <Empty>{messages.noTokens}</Empty>
          ) : (
            <ShortTable
              label={messages.tokens}
              rows={list}
              columns={columns}
              keyOf={({ id }) => id}
              action={(token) => (
                <Button onClick={() => setRevoking(token)} aria-label={`${messages.revoke} ${token.name}`}>
                  {messages.revoke}
                </Button>
              )}
            />
          )
        }
      </Loaded>
      {making === 'new' && <NewToken onClose={() => setMaking(null)} />}
      {making === 'default' && <RegenerateToken onClose={() => setMaking(null)} />}
      {revoking && (
        <Confirm
          title={messages.revokeToken(revoking.name)}
          action={messages.revoke}
          onConfirm={() => revoke(revoking)}
          onClose={() => setRevoking(null)}
        >
          {messages.revokeTokenText}
        </Confirm>
      )}
    </Card>
  );
}

const columns: readonly TextColumn<ApiToken>[] = [
  {
    head: () => messages.tokenName,
    cell: ({ name, hint }) => (
      <>
        <span className="font-medium">{name}</span> <span className="font-mono text-xs text-mute">{hint}</span>
      </>
    ),
  },
  { head: () => messages.tokenScope, cell: ({ scope }) => messages.scopes[scope] },
  { head: () => messages.lastUsed, cell: ({ lastUsedAt }) => <Ago iso={lastUsedAt} /> },
  { head: () => messages.tokenExpiry, cell: ({ expiresAt }) => <Expiry at={expiresAt} /> },
  { head: () => messages.created, cell: ({ createdAt }) => <Ago iso={createdAt} /> },
];

function Expiry({ at }: { at: string | null }) {
  const now = useNow();
  if (at === null) return messages.never;
  return Date.parse(at) < now ? <span className="text-crit">{messages.expired}</span> : dateOf(Date.parse(at));
}
