// Acknowledging alerts and taking it back: shown at once, confirmed by the state that the server sends.
import type { Alert } from '@belfry/schema/entities/alert';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { toast } from '../../ui/toast.ts';
import { messages } from './messages.ts';
import { type Pending, unconfirmed, withAll, without, withPending } from './pending.ts';

const CONFIRM_MS = 15_000;
/** A button stays locked this long after the answer. */
const LOCK_MS = 1500;

export function useAcknowledging(fromServer: readonly Alert[]) {
  const [asked, setAsked] = useState<Pending>(new Map());
  const [locked, setLocked] = useState<ReadonlySet<string>>(new Set());
  const timers = useRef(new Map<string, number>());
  /** The requests are sent one after the other: whoever takes something back at once must not overtake it. */
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const pending = unconfirmed(asked, fromServer);

  useEffect(() => {
    setAsked((before) => unconfirmed(before, fromServer));
  }, [fromServer]);
  useEffect(() => {
    for (const [id, timer] of timers.current) {
      if (pending.has(id)) continue;
      window.clearTimeout(timer);
      timers.current.delete(id);
    }
  }, [pending]);
  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running.values()) window.clearTimeout(timer);
    };
  }, []);

  const drop = (ids: readonly string[]) => setAsked((before) => without(before, ids));
  const unlock = (ids: readonly string[]) => {
    const left = new Set(ids);
    setLocked((before) => new Set([...before].filter((id) => !left.has(id))));
  };

  /** Shows the wish, and takes it back when the server does not confirm it in time. */
  function ask(ids: readonly string[], acknowledged: boolean): void {
    setAsked((before) => withAll(before, ids, acknowledged));
    setLocked((before) => new Set([...before, ...ids]));
    let told = false;
    for (const id of ids) {
      const late = () => {
        drop([id]);
        if (!told) toast('error', messages.notConfirmed);
        told = true;
      };
      window.clearTimeout(timers.current.get(id));
      timers.current.set(id, window.setTimeout(late, CONFIRM_MS));
    }
  }

  function set(ids: readonly string[], acknowledged: boolean): void {
    if (ids.length === 0) return;
    const texts = acknowledged ? messages.acknowledging : messages.restoring;
    ask(ids, acknowledged);
    const say = (done: readonly string[]) => {
      const undo = () => set(done, !acknowledged);
      const text = ids.length === 1 ? texts.one : texts.many(done.length);
      toast('success', text, { action: { text: messages.undo, run: undo } });
    };
    const fail = (failed: readonly string[], text: string) => {
      drop(failed);
      toast('error', text);
    };
    last.current = last.current
      .then(() => send(ids, acknowledged))
      .then(
        (failed) => {
          const done = ids.filter((id) => !failed.has(id));
          if (done.length > 0) say(done);
          if (failed.size > 0) fail([...failed], texts.manyFailed(failed.size));
        },
        () => fail(ids, ids.length === 1 ? texts.oneFailed : texts.allFailed),
      )
      .then(() => void window.setTimeout(() => unlock(ids), LOCK_MS));
  }

  return {
    /** As they will be when the server has confirmed what the user asked for. */
    alerts: withPending(fromServer, pending),
    isLocked: (id: string): boolean => locked.has(id) /** Sends one request for all of them. */,
    set,
  };
}

/** Gives the alerts that the server refused, when there are several. */
async function send(ids: readonly string[], acknowledged: boolean): Promise<ReadonlySet<string>> {
  const [id, ...others] = ids;
  if (id !== undefined && others.length === 0) {
    const params = { params: { id } };
    if (acknowledged) await call('POST /api/alerts/:id/acknowledge', params);
    else await call('POST /api/alerts/:id/unacknowledge', params);
    return new Set();
  }
  const body = { body: { alertIds: [...ids] } };
  const { results } = acknowledged
    ? await call('POST /api/alerts/bulk/acknowledge', body)
    : await call('POST /api/alerts/bulk/unacknowledge', body);
  return new Set(results.filter(({ success }) => !success).map(({ alertId }) => alertId));
}
