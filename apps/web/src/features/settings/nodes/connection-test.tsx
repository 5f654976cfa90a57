// Tests a host before it is saved; without a new secret it tests the saved host.
import type { NodeTest, NodeView } from '@belfry/schema/http/nodes';
import { useMutation } from '@tanstack/react-query';
import { PlugZap } from 'lucide-react';
import { call } from '../../../api/client.ts';
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

/** A result belongs to the values that were tested. It is removed when they change. */
export function ConnectionTest({ kind, form, node }: ConnectionTestProps) {
  const { mutate, isPending, variables, data, error } = useMutation({
    mutationFn: (tried: NodeForm) => tryHost(kind, tried, node),
  });
  const isCurrent = variables === form;
  return (
    <>
      {isCurrent && (data || error) && (
        <div className="w-full">
          {data && <Success {...data} />}
          {error && <Problem className="max-h-24 overflow-auto">{withoutPrefix(error.message)}</Problem>}
        </div>
      )}
      <Button look="framed" className="mr-auto" disabled={isPending} onClick={() => mutate(form)}>
        <PlugZap size={14} /> {isPending ? messages.testing : messages.testConnection}
      </Button>
    </>
  );
}

function Success({ test: { message, latency, isCluster }, saved }: Tested) {
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

interface Tested {
  test: NodeTest;
  /** The stored secret was used. */
  saved: boolean;
}

async function tryHost(kind: Kind, form: NodeForm, node: NodeView | undefined): Promise<Tested> {
  if (testsSaved(form, node)) {
    const test = await call('POST /api/config/nodes/:id/test', { params: { id: node.id } });
    return { test, saved: true };
  }
  const lacking = checkTest(form);
  if (lacking) throw new Error(lacking);
  const body = requestOf(kind, form);
  return { test: await call('POST /api/config/nodes/test-connection', { body }), saved: false };
}
