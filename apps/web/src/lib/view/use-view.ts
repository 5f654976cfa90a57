// The view of the current URL, and how a screen changes it.
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ViewCodec } from './codec.ts';
import { setCurrentParams } from './current.ts';
import { stringifySearch } from './search-text.ts';

/** Browsers refuse a page that changes its URL at every key. */
const TYPING_PAUSE_MS = 250;

/** `replace`: the change was not made by the user, so Back does not undo it. */
export type ChangeView<V extends object> = (change: Partial<V>, options?: { replace: boolean }) => void;

/** A view that is on the screen, and not yet in the URL. */
interface Ahead<V> {
  view: V;
  /** The URLs that the screen left on the way to this view. */
  left: readonly string[];
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The view of the entry before, which Back leads to. */
    stepFrom?: string;
  }
}

/** Use it once in a screen. */
export function useView<V extends object>(codec: ViewCodec<V>): [view: V, change: ChangeView<V>] {
  const navigate = useNavigate();
  const { history } = useRouter();
  const search = useSearch({ strict: false });
  const written = useMemo(() => codec.parse(search), [codec, search]);
  const url = stringifySearch(codec.format(written));
  const [ahead, setAhead] = useState<Ahead<V> | null>(null);
  const isAhead = ahead?.left.includes(url) === true;
  const view = isAhead ? ahead.view : written;

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // several changes may be made before the screen is rendered again
  const latest = useRef({ view, left: [url] as readonly string[] });
  useEffect(() => {
    // while the screen is ahead, `change` keeps this
    if (isAhead) return;
    // the URL arrived, or something else changed it
    latest.current = { view, left: [url] };
    clearTimeout(timer.current);
    setAhead(null);
  });
  useEffect(() => setCurrentParams(codec.formatWhole(view)), [codec, view]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      setCurrentParams({});
    },
    [],
  );

  const change: ChangeView<V> = (part, { replace } = { replace: false }) => {
    const next: Ahead<V> = { view: { ...latest.current.view, ...part }, left: latest.current.left };
    const kind = codec.changeOf(latest.current.view, part);
    codec.remember(part);
    const write = () => {
      const params = codec.format(next.view);
      const written = stringifySearch(params);
      latest.current = { ...latest.current, left: [...next.left, written] };
      if (kind === 'undo' && history.location.state.stepFrom === written) {
        history.back();
        return;
      }
      const isStep = kind === 'step' && !replace;
      const stepFrom = next.left.at(-1);
      const state = isStep && stepFrom !== undefined ? { stepFrom } : true;
      void navigate({ to: '.', search: params, replace: !isStep, state, resetScroll: false });
    };
    latest.current = next;
    setAhead(next);
    clearTimeout(timer.current);
    if (kind === 'typed') timer.current = setTimeout(write, TYPING_PAUSE_MS);
    else write();
  };
  return [view, change];
}
