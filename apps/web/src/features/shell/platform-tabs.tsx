// The platforms Belfry knows. One is enabled once data of it exists or was ever seen.
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isFlagMap, json, usePref } from '../../lib/prefs.ts';
import { useLive } from '../../live/use-live.ts';
import { hint } from '../../ui/hint.tsx';
import { messages } from './messages.ts';
import { tab } from './tab.ts';

const seenPref = json('platformsSeen', isFlagMap, {});

export function PlatformTabs() {
  const [seen, setSeen] = usePref(seenPref);
  const proxmox = useLive(({ state }) =>
    Boolean(state && state.nodes.length + state.pbs.length + state.pmg.length > 0),
  );
  const docker = useLive(({ state }) => Boolean(state && state.dockerHosts.length > 0));
  useEffect(() => {
    if ((proxmox && !seen.proxmox) || (docker && !seen.docker))
      setSeen({ proxmox: proxmox || seen.proxmox === true, docker: docker || seen.docker === true });
  }, [proxmox, docker, seen, setSeen]);
  const { pathname } = useLocation();
  return (
    <nav aria-label={messages.platforms} className="flex items-center gap-1">
      <Link
        to="/proxmox/overview"
        className={tab}
        aria-current={/^\/(docker|settings)/.test(pathname) ? undefined : 'page'}
      >
        {messages.proxmox}
      </Link>
      <button
        type="button"
        aria-disabled="true"
        className={`${tab} cursor-default! text-mute`}
        {...hint(messages.notConfigured(messages.docker))}
      >
        {messages.docker}
        <span className="text-2xs font-normal max-md:hidden">{messages.addHost}</span>
      </button>
    </nav>
  );
}
