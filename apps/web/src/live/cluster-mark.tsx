// What tells a guest from another one of the same name, beside its name. Nothing beside any other name.
import { useNamesake } from './use-namesakes.ts';

export function ClusterMark({ id }: { id: string }) {
  const namesake = useNamesake(id);
  // a narrow column cuts the name before it hides what tells the two apart
  return namesake !== undefined && <span className="max-w-[12ch] shrink-0 truncate text-sm text-mute">{namesake}</span>;
}
