// A notice above the nodes: clusters that lost their quorum, or have problems with high availability.
import type { PveCluster } from '@belfry/schema/entities/pve-cluster';
import { useList } from '../../live/use-live.ts';
import { Dot } from '../../ui/dot.tsx';
import { clusterTrouble } from './cluster-trouble.ts';

interface ClusterNoticeProps {
  /** Only those without a quorum: where a cluster has a row, that row says the rest. */
  urgent?: boolean;
}

export function ClusterNotice({ urgent = false }: ClusterNoticeProps) {
  return useList('pveClusters')
    .filter(({ quorate }) => !urgent || !quorate)
    .map((cluster) => <Notice key={cluster.id} cluster={cluster} />);
}

function Notice({ cluster }: { cluster: PveCluster }) {
  const trouble = clusterTrouble(cluster);
  if (trouble === undefined) return null;
  return (
    <p role="status" className="flex flex-wrap items-baseline gap-x-2 border-b border-line-soft px-3 py-2 text-sm">
      <Dot state={cluster.quorate ? 'warn' : 'crit'} label="" />
      <b className="font-semibold">{cluster.name}</b>
      <span className={`font-semibold ${cluster.quorate ? 'text-warn' : 'text-crit'}`}>{trouble.what}</span>
      <span className="text-soft">{trouble.meaning}</span>
    </p>
  );
}
