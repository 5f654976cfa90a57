// The platforms that Belfry knows. A tab is enabled once there is data of its platform, or was at any time before, or when a host was
// just added.
import { nodeTypes } from '@belfry/schema/config/kinds';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useLoadedHosts } from '../../api/node-events.ts';
import { useMay } from '../../lib/may.ts';
import { usePathname } from '../../lib/pathname.ts';
import { isFlagMap, json, usePref } from '../../lib/prefs.ts';
import { useDockerHosts, useLive } from '../../live/use-live.ts';
import { hint } from '../../ui/hint.tsx';
import { useActiveTab } from './active-tab.ts';
import { messages } from './messages.ts';
import { tab } from './tab.ts';

const seenPref = json('platformsSeen', isFlagMap, {});

export function PlatformTabs() {
  const [seen, setSeen] = usePref(seenPref);
  const section = useActiveTab();
  const isAdded = useLoadedHosts().length > 0;
  const isRead = useLive(({ state }) => Boolean(state && state.nodes.length + state.pbs.length + state.pmg.length > 0));
  const proxmox = isRead || isAdded;
  const docker = useDockerHosts().length > 0;
  useEffect(() => {
    if ((proxmox && !seen.proxmox) || (docker && !seen.docker))
      setSeen({ proxmox: proxmox || seen.proxmox === true, docker: docker || seen.docker === true });
  }, [proxmox, docker, seen, setSeen]);
  const pathname = usePathname();
  const mayRead = useMay('read');
  return (
    <nav aria-label={messages.platforms} className="flex items-center gap-1">
      {proxmox || seen.proxmox ? (
        <Link
          to={section}
          className={tab}
          aria-current={/^\/(docker|journal|settings|alerts)/.test(pathname) ? undefined : 'page'}
        >
          {messages.proxmox}
        </Link>
      ) : (
        <MissingPlatform name={messages.proxmox} settings={nodeTypes[0]} />
      )}
      {docker || seen.docker ? (
        <Link to="/docker" className={tab}>
          {messages.docker}
        </Link>
      ) : (
        <MissingPlatform name={messages.docker} settings="docker" />
      )}
      {mayRead && (
        // a narrow window has it in the search
        <Link to="/journal" className={`${tab} max-md:hidden`}>
          {messages.journal}
        </Link>
      )}
    </nav>
  );
}

/** Leads to the settings page where a host of the platform is added. */
function MissingPlatform({ name, settings }: { name: string; settings: string }) {
  return (
    <Link
      to="/settings/$"
      params={{ _splat: settings }}
      // the page belongs to the settings, so this tab is not marked as active
      className={`${tab} bg-transparent! text-mute! shadow-none!`}
      {...hint(messages.notConfigured(name))}
    >
      {name}
      <span className="text-2xs font-normal max-lg:sr-only">{messages.addHost}</span>
    </Link>
  );
}
