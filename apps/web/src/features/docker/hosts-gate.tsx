// What the Docker screen shows while no host is known.
import { type ReactNode, Suspense } from 'react';
import { useDockerHosts } from '../../live/use-live.ts';
import { late } from '../../ui/late.ts';

// seldom needed, so its code is loaded on demand
const NoHosts = late(async () => (await import('./no-hosts.tsx')).NoHosts);

export function HostsGate({ children }: { children: ReactNode }) {
  if (useDockerHosts().length > 0) return children;
  return (
    <Suspense>
      <NoHosts />
    </Suspense>
  );
}
