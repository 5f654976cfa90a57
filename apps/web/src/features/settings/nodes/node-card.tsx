// A configured host: its health, its credentials, the monitored parts, its cluster.

import type { NodeView } from '@belfry/schema/http/nodes';
import { useMutation } from '@tanstack/react-query';
import { Pencil, PlugZap, Trash2 } from 'lucide-react';
import { ApiError, call } from '../../../api/client.ts';
import { messageOf } from '../../../lib/language/server-words.ts';
import { useMay } from '../../../lib/may.ts';
import { hourMinute } from '../../../lib/moment.ts';
import { useSiteName } from '../../../live/sites/use-site-name.ts';
import { useInstance } from '../../../live/use-live.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { GapList } from '../../../ui/gap-list.tsx';
import { toast } from '../../../ui/toast.ts';
import { ChangedCertificate } from './changed-certificate.tsx';
import { ClusterMembers } from './cluster-members.tsx';
import { healthOf, isDistrusted } from './health.ts';
import { coverageOf, type Kind } from './kinds.ts';
import { messages } from './messages.ts';
import { formOf, withoutPrefix } from './node-form.ts';

interface NodeCardProps {
  kind: Kind;
  node: NodeView;
  onEdit(): void;
  onDelete(): void;
}

const ACTION = 'max-md:size-11';

export function NodeCard({ kind, node, onEdit, onDelete }: NodeCardProps) {
  const mayConfigure = useMay('configure');
  const { mutate: test, isPending: testing } = useMutation({ mutationFn: () => testSaved(node) });
  const live = useInstance(node.instance);
  const site = useSiteName(node.site);
  // an error from before a change says nothing about the host after it
  const isPending = node.status === 'pending';
  const { auth: way } = formOf(kind, node);
  const error = isPending ? undefined : live?.error ? messageOf(live.error) : node.error;
  const retryAt = isPending ? undefined : live?.error?.retryAt;
  return (
    <li className="card flex min-w-0 flex-col gap-2.5 p-3.5">
      <div className="flex items-start gap-2.5">
        <span className="mt-[5px] flex">
          <Dot {...healthOf(node, live)} />
        </span>
        <div className="min-w-0 flex-1">
          <h3 className="truncate font-semibold" title={node.name}>
            {node.name}
          </h3>
          <p className="truncate font-mono text-xs text-soft" title={node.host}>
            {node.host}
          </p>
        </div>
        {mayConfigure && (
          <div className="-mt-1 -mr-1.5 flex">
            <IconButton
              label={messages.test(node.name)}
              className={`${ACTION} ${testing ? 'animate-pulse' : ''}`}
              disabled={testing}
              onClick={() => test()}
            >
              <PlugZap size={15} />
            </IconButton>
            {!node.fixed && (
              <>
                <IconButton label={messages.edit(node.name)} className={ACTION} onClick={onEdit}>
                  <Pencil size={14} />
                </IconButton>
                <IconButton label={messages.remove(node.name)} className={ACTION} onClick={onDelete}>
                  <Trash2 size={14} />
                </IconButton>
              </>
            )}
          </div>
        )}
      </div>
      {node.sameClusterAs !== undefined && (
        <p className="text-sm break-words text-warn">{messages.sameCluster(node.sameClusterAs)}</p>
      )}
      {mayConfigure && !isPending && isDistrusted(node, live) ? (
        <ChangedCertificate kind={kind} node={node} since={live?.error?.since ?? ''} error={error} />
      ) : (
        error && <p className="text-sm break-words text-crit">{error}</p>
      )}
      {retryAt !== undefined && (
        <p className="text-sm text-soft">{messages.retryAt(hourMinute(Date.parse(retryAt)))}</p>
      )}
      <GapList gaps={live?.gaps ?? []} />
      <p className="flex items-baseline gap-2 text-sm">
        <span className="text-mute">{way === 'password' ? messages.user : messages.ways[way]}</span>
        <span className="min-w-0 truncate font-mono text-xs">
          {(way === 'key' ? '••••••••' : node.hasToken ? node.tokenName : node.user) || messages.noCredentials}
        </span>
      </p>
      <div className="flex flex-wrap gap-1.5">
        {site !== undefined && <Chip className="max-w-48! text-text">{messages.ofSite(site)}</Chip>}
        {node.fixed && <Chip className="max-w-none!">{messages.fixed}</Chip>}
        {node.fingerprint && <Chip>{messages.pinned}</Chip>}
        {!node.verifySSL && !node.fingerprint && <Chip className="text-warn">{messages.unverified}</Chip>}
        {coverageOf(kind)
          .filter(({ flag }) => node[flag])
          .map(({ flag, name }) => (
            <Chip key={flag} className="max-w-none! text-mute">
              {name}
            </Chip>
          ))}
      </div>
      {node.isCluster && node.clusterEndpoints && (
        <ClusterMembers name={node.clusterName ?? node.name} members={node.clusterEndpoints} live={live} />
      )}
    </li>
  );
}

async function testSaved({ id, name }: NodeView): Promise<void> {
  try {
    const { message, latency } = await call('POST /api/config/nodes/:id/test', { params: { id } });
    toast('success', `${name}: ${message || messages.success}`, { message: messages.latency(latency) });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast('error', messages.savedTestFailed(name), { message: withoutPrefix(error.message) });
  }
}
