// The platforms Belfry knows. One is enabled once data of it exists or was ever seen.
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isFlagMap, json, usePref } from '../../lib/prefs.ts';
import { useDockerHosts, useLive } from '../../live/use-live.ts';
import { hint } from '../../ui/hint.tsx';
import { messages } from './messages.ts';
import { tab } from './tab.ts';

const seenPref = json('platformsSeen', isFlagMap, {});

export function PlatformTabs() {
  const [seen, setSeen] = usePref(seenPref);
  const proxmox = useLive(({ state }) =>
    Boolean(state && state.nodes.length + state.pbs.length + state.pmg.length > 0),
  );
  const docker = useDockerHosts().length > 0;
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
      {docker || seen.docker ? (
        <Link to="/docker" className={tab}>
          {messages.docker}
        </Link>
      ) : (
        <Link
          to="/settings/docker"
          // the page is one of the settings, not of this platform
          activeProps={{ 'aria-current': undefined }}
          className={`${tab} text-mute!`}
          {...hint(messages.notConfigured(messages.docker))}
        >
          {messages.docker}
          <span className="text-2xs font-normal max-md:hidden">{messages.addHost}</span>
        </Link>
      )}
    </nav>
  );
}
