// The ways from an alert: its resource, the node, what explains it, its history, and Proxmox.
import { nodeId } from '@belfry/domain/ids';
import type { Alert } from '@belfry/schema/entities/alert';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { useList } from '../../live/use-live.ts';
import { alertLink, linkTo, resourceLink } from '../../ui/alerts/resource-link.ts';
import { messages } from './messages.ts';
import { ownInterface } from './own-interface.ts';

const LOOK = 'inline-flex h-7 items-center gap-1.5 rounded-md border border-line px-2.5 hover:bg-hover max-md:h-10';

export function Ways({ alert }: { alert: Alert }) {
  const [nodes, pbs, pmg] = [useList('nodes'), useList('pbs'), useList('pmg')];
  const { resourceName, metadata, node } = alert;
  const { instanceId = '', cause } = metadata ?? {};
  const own = nodes.find(({ id }) => id === nodeId(instanceId, node));
  const server = metadata?.datastore === undefined ? undefined : pbs.find(({ id }) => id === alert.resourceId);
  const outside = ownInterface(alert, { nodes, pbs, pmg });
  const resource = resourceLink(alert);
  const ways: readonly (readonly [text: string, to: LinkProps])[] = [
    ...(resource ? [[resourceName, resource] as const] : []),
    ...(own && metadata?.resourceType !== 'node' && metadata?.resourceType !== 'disk'
      ? [[own.displayName || own.name, linkTo({ page: 'nodes', id: own.id })] as const]
      : []),
    ...(server && server.name !== resourceName
      ? [[server.name, linkTo({ page: 'servers', id: server.id })] as const]
      : []),
    ...(cause === undefined ? [] : [[messages.ways.cause, alertLink(cause)] as const]),
    [
      messages.ways.history,
      { to: '/alerts/$', params: { _splat: 'history' }, search: { search: resourceName } } as LinkProps,
    ],
  ];
  return (
    <nav aria-label={messages.ways.title} className="mt-2 flex flex-wrap gap-2">
      {ways.map(([text, to]) => (
        <Link key={text} {...to} className={LOOK}>
          {text}
        </Link>
      ))}
      {outside && (
        <a href={outside.href} target="_blank" rel="noreferrer" className={LOOK}>
          {messages.ways.proxmox(outside.name)}
          <ExternalLink size={13} aria-hidden />
        </a>
      )}
    </nav>
  );
}
