// The cluster beside the name of a guest that a guest of another cluster has too. Nothing beside any other name.
import { useNamesake } from './use-namesakes.ts';

export function ClusterMark({ id }: { id: string }) {
  const cluster = useNamesake(id);
  return cluster === undefined ? null : <span className="shrink-[1000] truncate text-sm text-mute">{cluster}</span>;
}
