// Asks before a site is removed, and says what is lost: its hosts, its Docker hosts, and what nobody can read afterwards.
import type { SiteView } from '@belfry/schema/http/sites';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../../api/client.ts';
import { nodes } from '../../../api/nodes.ts';
import { sites } from '../../../api/sites.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { toast } from '../../../ui/toast.ts';
import { messages } from './messages.ts';
import { SiteHosts } from './site-hosts.tsx';

export function RemoveSite({ site, onClose }: { site: SiteView; onClose(): void }) {
  const { id, name, instances, dockerHosts } = site;
  const queries = useQueryClient();
  const hosts = useQuery(nodes);
  const remove = async () => {
    try {
      // The server refuses to remove a site that still polls hosts.
      const own = (await hosts.refetch({ throwOnError: true })).data?.filter((host) => host.site === id) ?? [];
      for (const host of own) await call('DELETE /api/config/nodes/:id', { params: { id: host.id } });
      await call('DELETE /api/sites/:id', { params: { id } });
    } finally {
      // what was done before an error is done
      for (const { queryKey } of [nodes, sites]) void queries.invalidateQueries({ queryKey });
    }
    queries.setQueryData(sites.queryKey, (known) => known?.filter((each) => each.id !== id));
    toast('success', messages.removed);
  };
  const action = instances.length > 0 ? messages.removeWithHosts(instances.length) : messages.removeAction;
  return (
    <Confirm title={messages.removeTitle(name)} action={action} onConfirm={remove} onClose={onClose}>
      <div className="flex flex-col gap-3">
        {instances.length > 0 && (
          <Lost text={messages.lostHosts(instances.length)}>
            <SiteHosts site={site} />
          </Lost>
        )}
        {dockerHosts.length > 0 && (
          <Lost text={messages.lostDockerHosts(dockerHosts.length)}>
            <ul className="flex flex-wrap gap-x-3 gap-y-1">
              {dockerHosts.map((host) => (
                <li key={host} className="wrap-anywhere">
                  <bdi>{host}</bdi>
                </li>
              ))}
            </ul>
          </Lost>
        )}
        {instances.length > 0 && <p>{messages.typedAgain}</p>}
        <p>{messages.removeText}</p>
      </div>
    </Confirm>
  );
}

const Lost = ({ text, children }: { text: string; children: ReactNode }) => (
  <div>
    <p className="mb-1">{text}</p>
    {children}
  </div>
);
