// The view of the current URL, and how a screen changes it.
import { useMatch, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ViewCodec } from './codec.ts';
import { setCurrentParams } from './current.ts';
import { stringifySearch } from './search-text.ts';
import { createTypedUrl } from './typed-url.ts';

/** `replace`: the change was not made by the user, so Back does not undo it. */
export type ChangeView<V extends object> = (change: Partial<V>, options?: { replace: boolean }) => void;

/** A view that is on the screen, and not yet in the URL. */
interface Ahead<V> {
  view: V;
  pathname: string | undefined;
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
  const router = useRouter();
  const { history } = router;
  const search = useSearch({ strict: false });
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  const written = useMemo(() => codec.parse(search), [codec, search]);
  const url = stringifySearch(codec.format(written));
  const [ahead, setAhead] = useState<Ahead<V> | null>(null);
  const isAhead = ahead?.pathname === pathname && ahead?.left.includes(url) === true;
  const view = isAhead ? ahead.view : written;

  const [typed] = useState(() => createTypedUrl(history));
  // several changes may be made before the screen is rendered again
  const latest = useRef<Ahead<V>>({ view, pathname, left: [url] });
  useEffect(() => {
    // while the screen is ahead, `change` keeps this
    if (isAhead) return;
    // the URL arrived, or something else changed it
    latest.current = { view, pathname, left: [url] };
    typed.drop();
    setAhead(null);
  });
  useEffect(() => setCurrentParams(codec.formatWhole(view)), [codec, view]);
  useEffect(
    () => () => {
      typed.drop();
      setCurrentParams({});
    },
    [typed],
  );

  const change: ChangeView<V> = (part, { replace } = { replace: false }) => {
    const kind = codec.changeOf(latest.current.view, part);
    if (kind !== 'typed') typed.writeNow();
    const next: Ahead<V> = { ...latest.current, view: { ...latest.current.view, ...part } };
    codec.remember(part);
    const params = codec.format(next.view);
    const written = stringifySearch(params);
    const arrive = () => {
      latest.current = { ...latest.current, left: [...next.left, written] };
    };
    latest.current = next;
    setAhead(next);
    if (kind === 'typed') {
      // made now: when the page is left, `.` is the page that follows
      const location = router.buildLocation({ to: '.', search: params, state: true });
      typed.writeLater(() => {
        arrive();
        void router.commitLocation({ ...location, replace: true, resetScroll: false, ignoreBlocker: true });
      });
      return;
    }
    arrive();
    if (kind === 'undo' && history.location.state.stepFrom === written) {
      history.back();
      return;
    }
    const isStep = kind === 'step' && !replace;
    const stepFrom = next.left.at(-1);
    const state = isStep && stepFrom !== undefined ? { stepFrom } : true;
    void navigate({ to: '.', search: params, replace: !isStep, state, resetScroll: false });
  };
  return [view, change];
}
