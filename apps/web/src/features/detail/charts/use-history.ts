// The span of time that the charts of a page show, and the values of that span.
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { history } from '../../../api/history.ts';
import { MINUTE_MS, useNow } from '../../../lib/now.ts';
import type { Figure } from '../detail.ts';
import { type DetailView, rangeMs, type Span } from '../view.ts';

/** More than there are pixels on most screens. */
const POINTS = 400;
const LONGEST_STEP_MS = 10 * MINUTE_MS;

/** `isLive`: the span ends now. It moves on in steps, so that the answers can be kept. */
export function useSpan({ range, zoom }: DetailView): { span: Span; isLive: boolean } {
  const length = rangeMs[range];
  const stepMs = Math.min(LONGEST_STEP_MS, Math.max(MINUTE_MS, length / POINTS));
  const to = useNow(stepMs) + stepMs;
  return zoom ? { span: zoom, isLive: false } : { span: { from: to - length, to }, isLive: true };
}

export function useHistory(figures: readonly Figure[], { from, to }: Span) {
  const lines = figures.flatMap(({ plot }) => plot?.lines ?? []);
  const resources = [...new Map(lines.map(({ kind, id }) => [`${kind}/${id}`, { kind, id }])).values()];
  const { data, error } = useQuery({
    ...history({ resources, from, to, points: POINTS }),
    enabled: resources.length > 0,
  });
  // what was drawn stays when the next request fails
  const kept = useRef(data);
  kept.current = data ?? kept.current;
  return { data: kept.current, error };
}
