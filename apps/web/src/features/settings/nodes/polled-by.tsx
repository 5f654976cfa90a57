// Who polls a host: this server, or the collector of a site. It is asked only where there are sites.
import { useList } from '../../../live/use-live.ts';
import { SelectField } from '../../../ui/field.tsx';
import { messages } from './messages.ts';

interface PolledByProps {
  /** The id of the site; empty: this server. */
  site: string;
  /** Somebody else polls the host so far. */
  isMoved: boolean;
  onSite(site: string): void;
}

export function PolledBy({ site, isMoved, onSite }: PolledByProps) {
  const sites = useList('sites');
  if (sites.length === 0 && site === '') return null;
  const isKnown = site === '' || sites.some(({ id }) => id === site);
  const options = [
    ['', messages.thisServer],
    ...sites.map(({ id, name }) => [id, messages.throughSite(name)]),
    ...(isKnown ? [] : [[site, messages.throughSite(site)]]),
  ] as [string, string][];
  return (
    <SelectField
      label={messages.polledBy}
      hint={isMoved ? messages.movedHint : messages.polledByHint}
      className="md:max-w-[calc(60%-6px)]"
      options={options}
      value={site}
      onValue={onSite}
    />
  );
}
