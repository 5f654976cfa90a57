// Makes the same call to every node, so that a slow node does not delay the others.
import { onlineNodes, type PveInstance } from './instance.ts';

/** Whether the node answered in time. */
export type AskNode = (node: string) => Promise<boolean>;

/**
 * Asks all online nodes. `ask` stores its result in the facts at once. Only a few calls run at the same time, so a node
 * that did not answer in the last run is asked last. Of several such nodes, the one that was asked first is asked last.
 * Returns whether any node answered.
 */
export function createNodeTurns(instance: PveInstance): (ask: AskNode) => Promise<boolean> {
  let late: ReadonlySet<string> = new Set();
  return async (ask) => {
    const nodes = onlineNodes(instance);
    const order = [...nodes.filter((node) => !late.has(node)), ...[...late].filter((node) => nodes.includes(node))];
    const unanswered = new Set(order.toReversed());
    late = unanswered;
    await Promise.all(
      order.map(async (node) => {
        if (await ask(node)) unanswered.delete(node);
      }),
    );
    return unanswered.size < order.length;
  };
}
