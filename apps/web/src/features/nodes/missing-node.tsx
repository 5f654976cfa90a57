// Deselects a node or a backup server that does not exist any more.
import { useList } from '../../live/use-live.ts';
import { MissingSelection } from '../../ui/missing-selection.tsx';
import { messages } from './messages.ts';

interface MissingNodeProps {
  /** The id of the selected node or backup server, null for none. */
  id: string | null;
  /** Whether the screen can select backup servers too. */
  servers?: boolean;
  onMissing(): void;
}

export function MissingNode({ id, servers = false, onMissing }: MissingNodeProps) {
  const [nodes, pbs, instances] = [useList('nodes'), useList('pbs'), useList('instances')];
  const exists = [...nodes, ...(servers ? pbs : [])].some((each) => each.id === id);
  // after a start of the server the nodes of an instance are unknown until it answers
  const isUnknown = instances.some(
    (instance) => instance.lastSeen === undefined && (id === instance.id || id?.startsWith(`${instance.id}-`)),
  );
  return (
    <MissingSelection
      id={id}
      isMissing={id !== null && !exists && !isUnknown}
      text={messages.missing}
      onMissing={onMissing}
    />
  );
}
