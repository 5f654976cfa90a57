// What a drill wants to know at its next look.
import type { Drill } from '@belfry/schema/drill/drill';
import type { DrillQuestion } from '@belfry/schema/drill/look';

const OPEN: ReadonlySet<Drill['state']> = new Set(['waiting', 'restoring', 'restored', 'running', 'passed']);

/** Whether Belfry still watches it. */
export const isOpen = ({ state }: Pick<Drill, 'state'>): boolean => OPEN.has(state);

/** `where`: the node on which the guest with the reserved number is now, as far as that is known. */
export function questionOf(drill: Drill, where: string | undefined): DrillQuestion {
  const { type, target, state, upid, archive, ports } = drill;
  const nodes = [...new Set([where ?? drill.node ?? target.node, target.node])];
  const isRestored = drill.seen.some(({ step }) => step === 'restoreEnded');
  const wantsMore = state === 'restored' || state === 'running' || state === 'restoring';
  const isSeen = (step: string) => drill.seen.some((sight) => sight.step === step);
  return {
    ...{ type, vmid: target.vmid, nodes },
    ...(isRestored && archive === undefined && upid !== undefined && { log: upid }),
    agent: wantsMore && type === 'qemu' && !isSeen('filesRead'),
    ports: wantsMore && type === 'qemu' && ports.length > 0 && !isSeen('portsOpen'),
  };
}

/** A copy that has started is asked often, because the time of its first answer is measured. */
export const pauseMs = ({ state }: Drill): number => (state === 'passed' ? 30_000 : state === 'waiting' ? 5000 : 3000);
