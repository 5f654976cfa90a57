// Follows an update: asks for its status, waits for Belfry to come back, and then loads the page again.
import { useEffect, useRef, useState } from 'react';
import { isHealthy, readUpdate, reloadInUpdate, type UpdateDialog } from '../../../api/update-run.ts';
import { useConnection } from '../../../live/use-live.ts';
import { AFTER_RECONNECT_MS, missed, POLL_MS, type Progress, pauseAfter, progressOf, start } from './progress.ts';

export function useProgress(dialog: UpdateDialog): Progress {
  const { reloaded } = dialog;
  const [progress, setProgress] = useState(start);
  const { phase } = progress;

  useEffect(() => {
    if (phase !== 'poll') return;
    const end = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = async () => {
      const report = await readUpdate(end.signal).catch(() => undefined);
      if (end.signal.aborted) return;
      setProgress((before) => (report ? progressOf(report, reloaded) : missed(before)));
      timer = setTimeout(poll, POLL_MS);
    };
    void poll();
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [phase, reloaded]);

  const check = useRef<(() => Promise<boolean>) | undefined>(undefined);
  useEffect(() => {
    if (phase !== 'health') return;
    const end = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let attempts = 0;
    const once = async () => {
      const healthy = await isHealthy(end.signal);
      if (healthy && !end.signal.aborted) reloadInUpdate(dialog);
      return healthy;
    };
    check.current = once;
    const attempt = async () => {
      if ((await once()) || end.signal.aborted) return;
      attempts++;
      timer = setTimeout(attempt, pauseAfter(attempts));
    };
    void attempt();
    return () => {
      check.current = undefined;
      end.abort();
      clearTimeout(timer);
    };
  }, [phase, dialog]);

  const { state } = useConnection();
  const wasLost = useRef(false);
  useEffect(() => {
    if (phase !== 'health') return;
    if (state !== 'connected') wasLost.current = true;
    if (state !== 'connected' || !wasLost.current) return;
    const timer = setTimeout(() => void check.current?.(), AFTER_RECONNECT_MS);
    return () => clearTimeout(timer);
  }, [phase, state]);

  return progress;
}
