// The ids of the resources with alerts: the same set while only the alerts themselves change, as they do with every poll.
import { useMemo } from 'react';

export function useKeys(marks: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const joined = [...marks.keys()].sort().join('\n');
  return useMemo(() => new Set(joined.split('\n')), [joined]);
}
