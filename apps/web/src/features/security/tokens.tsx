// API tokens: list, new, revoke.
import type { ApiToken } from '@belfry/schema/http/tokens';
import { useQuery } from '@tanstack/react-query';
import { Plus, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { tokens } from '../../api/security.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { TextColumn } from '../../ui/table/short-table.tsx';
import { messages } from './messages.ts';
import { NewToken } from './new-token.tsx';
import { RegenerateToken } from './regenerate-token.tsx';
import { RevocableList } from './revocable-list.tsx';
import { Ago, Expiry } from './time.tsx';

export function Tokens() {
  const query = useQuery(tokens);
  const [making, setMaking] = useState<'new' | 'default' | null>(null);
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
      <RevocableList
        label={messages.tokens}
        query={query}
        columns={columns}
        none={messages.noTokens}
        warning={messages.revokeTokenText}
        revoked={messages.revoked}
        onRevoke={({ id }) => call('DELETE /api/security/tokens/:id', { params: { id } })}
      />
      {making === 'new' && <NewToken onClose={() => setMaking(null)} />}
      {making === 'default' && <RegenerateToken onClose={() => setMaking(null)} />}
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
