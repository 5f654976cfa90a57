// Asks before a host is deleted.
import type { NodeView } from '@belfry/schema/http/nodes';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { nodes } from '../../../api/nodes.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { toast } from '../../../ui/toast.ts';
import { messages } from './messages.ts';

export function DeleteNode({ node: { id, name, host }, onClose }: { node: NodeView; onClose(): void }) {
  const queries = useQueryClient();
  const remove = async () => {
    await call('DELETE /api/config/nodes/:id', { params: { id } }).catch((error: unknown) => {
      throw new Error(`${messages.deleteFailed}: ${error instanceof Error ? error.message : String(error)}`);
    });
    queries.setQueryData(nodes.queryKey, (known) => known?.filter((node) => node.id !== id));
    toast('success', messages.deleted);
  };
  return (
    <Confirm title={messages.deleteTitle(name)} action={messages.deleteAction} onConfirm={remove} onClose={onClose}>
      <p>{messages.deleteText}</p>
      <p className="mt-2 font-mono text-xs break-all">{host}</p>
    </Confirm>
  );
}
