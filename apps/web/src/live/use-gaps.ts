// The gaps that explain why a part of a screen may be empty.
import type { Gap } from '@belfry/schema/entities/instance';
import { useMemo } from 'react';
import { useList } from './use-live.ts';

/** A gap with the name of its host. */
export type HostGap = Gap & { host: string };

/** The gaps whose part matches. `parts` must be the same object each time. */
export function useGaps(parts: RegExp): readonly HostGap[] {
  const instances = useList('instances');
  return useMemo(
    () =>
      instances.flatMap(({ name, gaps = [] }) =>
        gaps.filter(({ part }) => parts.test(part)).map((gap) => ({ ...gap, host: name })),
      ),
    [instances, parts],
  );
}
