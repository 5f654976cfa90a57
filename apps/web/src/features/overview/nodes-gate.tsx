// Whether the Overview has something to show. The code for the other case comes when it is needed.
import { type ReactNode, Suspense } from 'react';
import { useList } from '../../live/use-live.ts';
import { late } from '../../ui/late.ts';

const NoNodes = late(async () => (await import('./no-nodes.tsx')).NoNodes);
const empty = (
  <Suspense>
    <NoNodes />
  </Suspense>
);

export function NodesGate({ children }: { children: ReactNode }) {
  const nodes = useList('nodes').length;
  const pbs = useList('pbs').length;
  return nodes + pbs > 0 ? children : empty;
}

/** With only a backup server there is a table of hosts, and nothing that could have guests. */
export function HypervisorsGate({ children }: { children: ReactNode }) {
  return useList('nodes').length > 0 ? children : empty;
}
