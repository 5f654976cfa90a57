// The site beside the name of what a collector polls. Nothing beside what this server polls itself, and below the head of a site.
import { messages } from '../lib/messages.ts';
import { useSiteName } from './sites/use-site-name.ts';
import { useLive } from './use-live.ts';

/** `instance`: an id; undefined where the instance of the thing is not known. */
export function SiteMark({ instance }: { instance: string | undefined }) {
  const name = useSiteName(
    useLive(({ state }) =>
      state && state.sites.length > 0 ? state.instances.find(({ id }) => id === instance)?.site : undefined,
    ),
  );
  if (name === undefined) return null;
  const text = messages.inSite(name);
  return (
    <span className="min-w-6 shrink-[100000] truncate text-sm text-mute in-[.by-site]:hidden" title={text}>
      <span className="sr-only">{text}</span>
      <span aria-hidden>@ {name}</span>
    </span>
  );
}
