// The name of a site beside the name of what its collector polls.
import { messages } from './messages.ts';
import { useSiteName } from './use-site-name.ts';

export function SiteName({ site }: { site: string }) {
  const name = useSiteName(site);
  const text = messages.inSite(name ?? site);
  return (
    <span className="min-w-6 shrink-[1000] truncate text-sm text-mute in-[.by-site]:hidden" title={text}>
      <span className="sr-only">{text}</span>
      <span aria-hidden>@ {name}</span>
    </span>
  );
}
