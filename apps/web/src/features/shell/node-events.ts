// Keeps the configured hosts and the result of a scan up to date, and says when a host has registered itself.
import { useNodeEvents } from '../../api/nodes.ts';
import { toast } from '../../ui/toast.ts';

const STAYS_MS = 8_000;
const sayRegistered = (text: string) => toast('success', text, STAYS_MS);

export function NodeEvents(): null {
  useNodeEvents(sayRegistered);
  return null;
}
