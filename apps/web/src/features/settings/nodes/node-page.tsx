// The page of one kind of host: the configured hosts, those that a scan found, and the dialogs.
import type { NodeType } from '@belfry/schema/config/kinds';
import type { NodeView } from '@belfry/schema/http/nodes';
import type { DiscoveredServer } from '@belfry/schema/messages/discovery';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Plus, ServerOff } from 'lucide-react';
import { useState } from 'react';
import { nodes } from '../../../api/nodes.ts';
import { useMay } from '../../../lib/may.ts';
import { canPush } from '../../../lib/proxmox-push.ts';
import { useArrival } from '../../../lib/use-arrival.ts';
import { useView } from '../../../lib/view/use-view.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { addingHostCodec } from '../adding.ts';
import { DeleteNode } from './delete-node.tsx';
import { Discovery } from './discovery.tsx';
import { DiscoverySwitch } from './discovery-switch.tsx';
import { type Kind, kindOf } from './kinds.ts';
import { messages } from './messages.ts';
import { NodeCard } from './node-card.tsx';
import { NodeDialog } from './node-dialog.tsx';
import { Pushes } from './pushes.tsx';
import { Temperatures } from './temperatures.tsx';

type Open = { dialog: 'add'; found?: DiscoveredServer } | { dialog: 'edit' | 'delete'; node: NodeView };

export function NodePage({ type }: { type: NodeType }) {
  const kind = kindOf(type);
  const [view, change] = useView(addingHostCodec);
  const [chosen, setOpen] = useState<Open | null>(null);
  const mayConfigure = useMay('configure');
  const scanned = useLocation({ select: ({ state }) => state.found });
  const found = scanned?.type === type ? { found: scanned } : undefined;
  const open: Open | null = chosen ?? (view.add === 'yes' && mayConfigure ? { dialog: 'add', ...found } : null);
  const own = useArrival(useQuery(nodes).data)?.filter((node) => node.type === type) ?? [];
  const close = () => {
    setOpen(null);
    change({ add: 'no', site: '' });
  };
  return (
    <div className="flex flex-col gap-6">
      <section aria-labelledby="watched">
        <div className="mb-2 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2">
          <h2 id="watched" className="flex-1 text-lg font-semibold max-md:basis-full">
            {messages.heading}
          </h2>
          {mayConfigure && (
            <>
              <DiscoverySwitch />
              <Button look="main" onClick={() => setOpen({ dialog: 'add' })}>
                <Plus size={14} /> {messages.forms[type].add}
              </Button>
            </>
          )}
        </div>
        {!mayConfigure && <p className="mb-2 text-sm text-mute">{messages.viewer}</p>}
        <Watched
          kind={kind}
          onEdit={(node) => setOpen({ dialog: 'edit', node })}
          onDelete={(node) => setOpen({ dialog: 'delete', node })}
        />
      </section>
      {mayConfigure && kind.reportsSensors && own.length > 0 && <Temperatures connections={own} />}
      {mayConfigure && canPush(type) && own.length > 0 && <Pushes type={type} connections={own} />}
      {mayConfigure && <Discovery kind={kind} onConfigure={(found) => setOpen({ dialog: 'add', found })} />}
      {open?.dialog === 'add' && (
        <NodeDialog kind={kind} site={view.site} {...(open.found && { found: open.found })} onClose={close} />
      )}
      {open?.dialog === 'edit' && <NodeDialog kind={kind} node={open.node} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteNode node={open.node} onClose={close} />}
    </div>
  );
}

interface WatchedProps {
  kind: Kind;
  onEdit(node: NodeView): void;
  onDelete(node: NodeView): void;
}

function Watched({ kind, onEdit, onDelete }: WatchedProps) {
  const mayConfigure = useMay('configure');
  const watched = useQuery(nodes);
  const data = useArrival(watched.data);
  if (watched.error && !watched.data) return <LoadFailure text={messages.loadFailed} query={watched} />;
  if (!data) return <Loading />;
  const own = data.filter(({ type }) => type === kind.type);
  if (own.length === 0)
    return (
      <div className="card">
        <Notice icon={<ServerOff />} title={messages.none(kind.short)}>
          {mayConfigure && <p>{messages.noneHint(kind.title)}</p>}
        </Notice>
      </div>
    );
  return (
    <ul className="grid gap-3 xl:grid-cols-2">
      {own.map((node) => (
        <NodeCard key={node.id} kind={kind} node={node} onEdit={() => onEdit(node)} onDelete={() => onDelete(node)} />
      ))}
    </ul>
  );
}

function Loading() {
  return (
    <div role="status" className="grid gap-3 xl:grid-cols-2">
      {[messages.loading, ''].map((text) => (
        <div key={text} className="card flex h-32 flex-col gap-2.5 p-4">
          {text === '' ? <div className="skeleton h-4 w-40" /> : <p className="text-mute">{text}</p>}
          <div className="skeleton h-3 w-64" />
          <div className="skeleton h-3 w-52" />
        </div>
      ))}
    </div>
  );
}
