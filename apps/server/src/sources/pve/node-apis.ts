// Nodes that the other members of a cluster reach, and whose API does not answer.
import type { Node } from '@belfry/schema/entities/node';
import type { SourceError } from '@belfry/schema/messages/observation';
import { iso } from '../../lib/clock.ts';
import { isForwardFailure } from '../proxmox-api/failure.ts';

type ApiError = NonNullable<Node['apiError']>;

/** By node, and by the call that is not answered. Some calls go to another service of the node than others. */
export type NodeApis = ReadonlyMap<string, ReadonlyMap<string, ApiError>>;

/** Whether an error says that the node itself does not answer, and not that it answers with an error. */
const isSilence = ({ kind, status = 0 }: SourceError): boolean => kind === 'timeout' || isForwardFailure(status);

/** `error`: of the last call of this kind to the node. `now` in epoch ms. */
export function withAnswer(
  before: NodeApis,
  node: string,
  call: string,
  error: SourceError | undefined,
  now: number,
): NodeApis {
  const known = before.get(node);
  if (!error || !isSilence(error)) {
    if (!known?.has(call)) return before;
    return new Map(before).set(node, new Map([...known].filter(([name]) => name !== call)));
  }
  const { message } = error;
  const since = known?.get(call)?.since ?? iso(now);
  return new Map(before).set(node, new Map(known).set(call, { message, since }));
}

/** The call that has failed for the longest time. */
export const apiErrorOf = (apis: NodeApis, node: string): ApiError | undefined =>
  [...(apis.get(node)?.values() ?? [])].sort((a, b) => (a.since < b.since ? -1 : 1))[0];
