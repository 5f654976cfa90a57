// What can be wrong with a node, on purpose.

/**
 * `die`: connections refused, the cluster sees the node offline and its guests unknown.
 * `hang`: accepts a request and never answers. `slow`: answers after so many milliseconds.
 * `status`: answers every call with that code and no body. `truncated`: half of the JSON. `garbage`: a web page with 200.
 */
export type Fault = 'die' | 'hang' | 'truncated' | 'garbage' | { slow: number } | { status: FaultStatus };
export type FaultStatus = 401 | 403 | 500 | 595;

const words = ['die', 'hang', 'truncated', 'garbage'] as const;
const statuses = [401, 403, 500, 595] as const;
export const faultSyntax = `one of ${words.join(', ')}, {"slow": milliseconds}, {"status": ${statuses.join(' | ')}}`;

/** The reason phrase the real server sends with that code. */
export const faultReason: Record<FaultStatus, string> = {
  401: 'permission denied - invalid PVE ticket',
  403: 'Permission check failed (/, Sys.Audit)',
  500: 'unable to open file - Transport endpoint is not connected',
  595: 'No route to host',
};

/** A fault from an untrusted value; undefined when it is none. */
export function parseFault(value: unknown): Fault | undefined {
  const word = words.find((w) => w === value);
  if (word) return word;
  if (typeof value !== 'object' || value === null) return undefined;
  if ('slow' in value && typeof value.slow === 'number' && value.slow >= 0) return { slow: value.slow };
  const status = 'status' in value ? statuses.find((s) => s === value.status) : undefined;
  return status && { status };
}
