// The head above the guests or storages of a node: name, web interface, cluster, status.

import { ExternalLink } from 'lucide-react';
import { Dot } from './dot.tsx';
import { HostStatus } from './host-status.tsx';
import { messages } from './messages.ts';
import type { NodeGroup } from './node-group.ts';

interface NodeHeadProps extends NodeGroup {
  /** How many guests or storages are below. */
  legend: string;
}

export function NodeHead({ name, href, cluster, status, since, legend }: NodeHeadProps) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <b className="min-w-12 truncate font-semibold text-text">{name}</b>
      {href !== undefined && (
        <a
          href={href}
          target="_blank"
          rel="noreferrer"
          aria-label={messages.webInterface(name)}
          className="grid size-5 shrink-0 place-items-center rounded-sm text-mute hover:text-brand max-md:size-10"
        >
          <ExternalLink size={12} aria-hidden />
        </a>
      )}
      <span className="shrink-0 max-w-40 truncate max-md:hidden">{cluster ?? messages.standalone}</span>
      <span className="inline-flex shrink-0 items-center gap-1.5 text-mute">
        {status.tone !== 'ok' && <Dot state={status.tone} label="" />}
        <HostStatus status={status} since={since} /> · {legend}
      </span>
    </span>
  );
}
