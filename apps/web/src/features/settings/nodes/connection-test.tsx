// Tests a host before it is saved; without a new secret it tests the saved host.
import type { NodeTest, NodeView, testConnection, testNode } from '@belfry/schema/http/nodes';
import { PlugZap } from 'lucide-react';
import { useState } from 'react';
import { ApiError, call } from '../../../api/client.ts';
import { Button } from '../../../ui/button.tsx';
import { Problem } from '../../../ui/problem.tsx';
import type { Kind } from './kinds.ts';
import { messages } from './messages.ts';
import { checkTest, type NodeForm, requestOf, testsSaved, withoutPrefix } from './node-form.ts';

interface ConnectionTestProps {
  kind: Kind;
  form: NodeForm;
  node: NodeView | undefined;
}

type Outcome = { ok: true; test: NodeTest; saved: boolean } | { ok: false; text: string };

/** A result belongs to the values that were tested. It is removed when they change. */
export function ConnectionTest({ kind, form, node }: ConnectionTestProps) {
  const [tried, setTried] = useState<{ form: NodeForm; outcome: Outcome } | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    setTried({ form, outcome: await tryHost(kind, form, node) });
    setBusy(false);
  };
  const outcome = tried?.form === form ? tried.outcome : undefined;
  return (
    <>
      {outcome && (
        <div className="w-full">
          {outcome.ok ? <Success {...outcome} /> : <Problem className="max-h-24 overflow-auto">{outcome.text}</Problem>}
        </div>
      )}
      <Button look="framed" className="mr-auto" disabled={busy} onClick={() => void run()}>
        <PlugZap size={14} /> {busy ? messages.testing : messages.testConnection}
      </Button>
    </>
  );
}

function Success({ test: { message, latency, isCluster }, saved }: { test: NodeTest; saved: boolean }) {
  return (
    <Problem tone="ok">
      <p>
        {message || messages.success} <span className="text-mute tabular-nums">{messages.latency(latency)}</span>
      </p>
      {isCluster && <p>{messages.clusterDetected}</p>}
      {saved && <p className="text-mute">{messages.testedSaved}</p>}
    </Problem>
  );
}

async function tryHost(kind: Kind, form: NodeForm, node: NodeView | undefined): Promise<Outcome> {
  const saved = testsSaved(form, node);
  const lacking = saved ? undefined : checkTest(form);
  if (lacking) return { ok: false, text: lacking };
  try {
    const test = saved
      ? await call<typeof testNode>('POST /api/config/nodes/:id/test', { params: { id: node?.id ?? '' } })
      : await call<typeof testConnection>('POST /api/config/nodes/test-connection', { body: requestOf(kind, form) });
    return { ok: true, test, saved };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { ok: false, text: withoutPrefix(error.message) };
  }
}
