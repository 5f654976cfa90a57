// The site beside the name of what a collector polls. Nothing beside what this server polls itself, and below the head of a site.
import { Suspense } from 'react';
import { late } from '../ui/late.ts';
import { useLive } from './use-live.ts';

const SiteName = late(async () => (await import('./sites/site-name.tsx')).SiteName);

/** `instance`: an id; undefined where the instance of the thing is not known. */
export function SiteMark({ instance }: { instance: string | undefined }) {
  const site = useLive(({ state }) =>
    state && state.sites.length > 0 ? state.instances.find(({ id }) => id === instance)?.site : undefined,
  );
  return (
    site !== undefined && (
      <Suspense>
        <SiteName site={site} />
      </Suspense>
    )
  );
}
