// The head above the guests or storages of a node: name with its web interface, page, cluster, status.
import type { ReactNode } from 'react';
import { pageAddress } from '../lib/pages.ts';
import { Dot } from './dot.tsx';
import { HostStatus } from './host-status.tsx';
import { messages } from './messages.ts';
import type { NodeGroup } from './node-group.ts';
import { OwnAddress } from './own-address.tsx';
import { PageLink } from './page-link.tsx';

interface NodeHeadProps extends NodeGroup {
  /** How many guests or storages are below. */
  legend: string;
  /** Beside its name and cluster. */
  beside?: ReactNode;
}

export function NodeHead({ id, name, href, cluster, status, since, legend, beside }: NodeHeadProps) {
  return (
    <span className="flex min-w-0 items-center gap-2 in-[.by-site]:pl-3">
      <b className="max-w-[60%] shrink-0 truncate font-semibold text-text">
        {href === undefined ? name : <OwnAddress href={href} name={name} title={messages.webInterface(name)} />}
      </b>
      {id !== undefined && <PageLink href={pageAddress('nodes', id)} name={name} />}
      <span className="shrink-0 max-w-40 truncate max-md:hidden">{cluster ?? messages.standalone}</span>
      {beside}
      {status.tone !== 'ok' && <Dot state={status.tone} label="" />}
      {/* in the narrowest window the name is whole before it */}
      <span className="min-w-0 truncate text-mute">
        <HostStatus status={status} since={since} /> · {legend}
      </span>
    </span>
  );
}
