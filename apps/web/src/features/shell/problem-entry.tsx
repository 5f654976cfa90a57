// One problem in the list: what it is, since when, why, and the way to it.

import { isNodeType } from '@belfry/schema/config/kinds';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatAgo } from '../../lib/language/format.ts';
import { messageOf } from '../../lib/language/server-words.ts';
import { hourMinute } from '../../lib/moment.ts';
import { useNow } from '../../lib/now.ts';
import { useInstanceNames } from '../../live/use-live.ts';
import { Chip } from '../../ui/chip.tsx';
import { messages } from './messages.ts';
import { isDown, type Problem } from './problem-list.ts';

/** Where the thing is shown. */
function placeOf(problem: Problem): LinkProps {
  const overview = (search: string): LinkProps => ({ to: '/proxmox/overview', search: { search } });
  if (problem.about === 'node') return { to: '/proxmox/overview', search: { node: problem.id } };
  if (problem.about === 'dockerHost') return { to: '/docker' };
  if (problem.about === 'instance') {
    const { kind } = problem.instance;
    return isNodeType(kind) ? { to: '/settings/$kind', params: { kind } } : { to: '/docker' };
  }
  const { metadata, resourceId, resourceName } = problem.alert;
  const places: Record<string, LinkProps> = {
    nodes: { to: '/proxmox/overview', search: { node: resourceId } },
    vms: overview(resourceName),
    containers: overview(resourceName),
    storage: { to: '/proxmox/storage' },
    physicalDisks: { to: '/proxmox/storage' },
    cephClusters: { to: '/proxmox/storage' },
    pbs: { to: '/servers/$id', params: { id: resourceId } },
    pmg: { to: '/proxmox/mail' },
    dockerHosts: { to: '/docker' },
  };
  return places[metadata?.list ?? ''] ?? { to: '/alerts/$', params: { _splat: 'overview' } };
}

export function ProblemEntry({ problem, onFollow }: { problem: Problem; onFollow(): void }) {
  const now = useNow();
  const nameOf = useInstanceNames();
  const { chip, since, children } = detailsOf(problem, nameOf);
  return (
    <>
      <p className="flex items-center gap-2">
        <span className={`dot shrink-0 ${problem.tone}`} />
        <Link
          {...placeOf(problem)}
          onClick={onFollow}
          className="truncate text-md font-semibold hover:underline focus-visible:underline"
        >
          {problem.name}
        </Link>
        {chip && <Chip>{chip}</Chip>}
        {since !== undefined && (
          <span className="ml-auto shrink-0 text-mute">{messages.since(formatAgo(Date.parse(since), now))}</span>
        )}
      </p>
      {children}
    </>
  );
}

interface Details {
  chip: string;
  /** ISO. */
  since: string | undefined;
  children: ReactNode;
}

function detailsOf(problem: Problem, nameOf: (instance: string) => string): Details {
  if (problem.about === 'alert') {
    const { node, startTime } = problem.alert;
    return { chip: node, since: startTime, children: <Reason>{messageOf(problem.alert)}</Reason> };
  }
  if (problem.about === 'node')
    return {
      chip: problem.node.clusterName || nameOf(problem.node.instance),
      since: undefined,
      children: <Reason>{messages.nodeOffline}</Reason>,
    };
  if (problem.about === 'dockerHost')
    return { chip: messages.docker, since: problem.host.staleSince, children: <Reason>{messages.silent}</Reason> };
  const { kind, host, error, dropped, lastSeen } = problem.instance;
  const down = isDown(problem.instance);
  return {
    chip: kind === 'docker' ? messages.docker : kind.toUpperCase(),
    since: error?.since ?? (down ? lastSeen : undefined),
    children: (
      <>
        {error && (
          <p className="mt-1 break-words">
            <b className={`font-semibold ${down ? 'text-crit' : 'text-warn'}`}>{error.kind}</b>{' '}
            <span className="text-soft">{messageOf(error)}</span>
            {error.retryAt !== undefined && (
              <span className="text-soft"> {messages.retryAt(hourMinute(Date.parse(error.retryAt)))}</span>
            )}
          </p>
        )}
        {!error && down && <Reason>{messages.silent}</Reason>}
        {dropped > 0 && <Reason>{messages.dropped(dropped)}</Reason>}
        <p className="truncate font-mono text-xs text-mute">{host}</p>
      </>
    ),
  };
}

const Reason = ({ children }: { children: ReactNode }) => <p className="mt-1 break-words text-soft">{children}</p>;
