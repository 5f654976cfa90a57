// The head of what belongs to a node: its name, its web interface, its cluster, how it is.
import { ExternalLink } from 'lucide-react';
import { Dot } from './dot.tsx';

export interface NodeGroup {
  name: string;
  href: string | undefined;
  /** Undefined for a node outside any cluster. */
  cluster: string | undefined;
  online: boolean;
}

interface NodeHeadProps extends NodeGroup {
  /** What stands below, counted. */
  legend: string;
}

export function NodeHead({ name, href, cluster, online, legend }: NodeHeadProps) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <b className="min-w-12 truncate font-semibold text-text">{name}</b>
      {href !== undefined && (
        <a
          href={href}
          target="_blank"
          rel="noreferrer"
          aria-label={`Open the web interface of ${name}`}
          className="grid size-5 shrink-0 place-items-center rounded-sm text-mute hover:text-brand max-md:size-10"
        >
          <ExternalLink size={12} aria-hidden />
        </a>
      )}
      <span className="shrink-0 max-w-40 truncate max-md:hidden">{cluster ?? 'Standalone'}</span>
      <span className="inline-flex shrink-0 items-center gap-1.5 text-mute">
        {!online && <Dot state="off" label="" />}
        {online ? 'online' : 'offline'} · {legend}
      </span>
    </span>
  );
}
