// The faults that a test or an operator can give to a node.
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from './answer.ts';
import { lieAbout } from './lie.ts';

/**
 * `die`: connections are refused. The cluster reports the node as offline and its guests as unknown.
 * `hang`: accepts a request and never answers. `slow`: answers after that number of milliseconds.
 * `status`: answers every call with that code and no body. `truncated`: half of the JSON. `garbage`: a web page with
 * 200.
 * `lie`: some values are impossible. The number decides which ones.
 * `otherHost`: like `die`, but a host with another certificate listens at the address of the node: a `web` server
 * that answers 404, or a backup server (`pbs`).
 */
export type Fault =
  | 'die'
  | 'hang'
  | 'truncated'
  | 'garbage'
  | { slow: number }
  | { status: FaultStatus }
  | { lie: number }
  | { otherHost: OtherHost };
export type OtherHost = 'web' | 'pbs';
export type OfflineFault = 'die' | { otherHost: OtherHost };
type FaultStatus = 401 | 403 | 500 | 595;

const words = ['die', 'hang', 'truncated', 'garbage'] as const;
const statuses = [401, 403, 500, 595] as const;
const otherHosts = ['web', 'pbs'] as const;
export const faultSyntax = `one of ${words.join(', ')}, {"slow": milliseconds}, {"lie": seed}, {"status": ${statuses.join(' | ')}}, {"otherHost": "${otherHosts.join('" | "')}"}`;

/** The reason phrase that a real server sends with that code. */
const reasons: Record<FaultStatus, string> = {
  401: 'permission denied - invalid PVE ticket',
  403: 'Permission check failed (/, Sys.Audit)',
  500: 'unable to open file - Transport endpoint is not connected',
  595: 'No route to host',
};

/** Parses a fault from an untrusted value; undefined when it is not one. */
export function parseFault(value: unknown): Fault | undefined {
  const word = words.find((w) => w === value);
  if (word) return word;
  if (typeof value !== 'object' || value === null) return undefined;
  if ('slow' in value && typeof value.slow === 'number' && value.slow >= 0) return { slow: value.slow };
  if ('lie' in value && typeof value.lie === 'number') return { lie: value.lie };
  const otherHost = 'otherHost' in value ? otherHosts.find((s) => s === value.otherHost) : undefined;
  if (otherHost) return { otherHost };
  const status = 'status' in value ? statuses.find((s) => s === value.status) : undefined;
  return status && { status };
}

/** Whether the node is offline: the cluster reports it as offline, and its server does not listen. */
export const isOffline = (fault: Fault | undefined): fault is OfflineFault =>
  fault === 'die' || (typeof fault === 'object' && 'otherHost' in fault);

/**
 * The answer of a node with that fault. `never` keeps the connection open without an answer. The signal ends the delay
 * of `slow`.
 */
export async function applyFault(fault: Fault, answer: Answer, signal: AbortSignal): Promise<Answer | 'never'> {
  if (fault === 'hang' || isOffline(fault)) return 'never';
  if (fault === 'garbage')
    return { status: 200, reason: 'OK', body: '<html><body>Please sign in</body></html>', type: 'text/html' };
  if (fault === 'truncated') return { ...answer, body: half(answer.body ?? '') };
  if (typeof fault !== 'string' && 'lie' in fault) return { ...answer, body: lieAbout(answer.body ?? '', fault.lie) };
  if ('status' in fault) return { status: fault.status, reason: reasons[fault.status] };
  await delay(fault.slow, undefined, { signal });
  return answer;
}

const half = (text: string) => text.slice(0, text.length / 2);
