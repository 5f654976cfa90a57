// The hosts of a site, each a link to the page where it is set up.
import type { SiteView } from '@belfry/schema/http/sites';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { nodes } from '../../../api/nodes.ts';
import { messages } from './messages.ts';

export function SiteHosts({ site: { id, instances } }: { site: Pick<SiteView, 'id' | 'instances'> }) {
  const own = useQuery(nodes).data?.filter(({ site }) => site === id) ?? [];
  if (instances.length === 0) return <span className="text-mute">{messages.noHosts}</span>;
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1">
      {instances.map((name) => {
        const host = own.find((each) => each.name === name);
        return (
          <li key={name} className="wrap-anywhere">
            {host ? (
              <Link to="/settings/$kind" params={{ kind: host.type }} className="text-brand hover:underline">
                <bdi>{name}</bdi>
              </Link>
            ) : (
              <bdi>{name}</bdi>
            )}
          </li>
        );
      })}
    </ul>
  );
}
