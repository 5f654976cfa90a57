// Acknowledging alerts and taking it back: shown at once, confirmed by the state that the server sends.
import type { Alert } from '@belfry/schema/entities/alert';
import type { acknowledgeAlert, acknowledgeAlerts, unacknowledgeAlert } from '@belfry/schema/http/alerts';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { toast } from '../../ui/toast.ts';
import { messages } from './messages.ts';
import { type Pending, unconfirmed, withAll, without, withPending } from './pending.ts';

const CONFIRM_MS = 15_000;
/** A button stays locked this long after the answer. */
const LOCK_MS = 1500;

const send = (id: string, acknowledged: boolean) =>
  acknowledged
    ? call<typeof acknowledgeAlert>('POST /api/alerts/:id/acknowledge', { params: { id } })
    : call<typeof unacknowledgeAlert>('POST /api/alerts/:id/unacknowledge', { params: { id } });

export interface Acknowledging {
  /** As they will be when the server has confirmed what the user asked for. */
  alerts: readonly Alert[];
  isLocked(id: string): boolean;
  set(id: string, acknowledged: boolean): void;
  /** Acknowledges them with one request. */
  acknowledgeAll(ids: readonly string[]): void;
}

export function useAcknowledging(fromServer: readonly Alert[]): Acknowledging {
  const [asked, setAsked] = useState<Pending>(new Map());
  const [locked, setLocked] = useState<ReadonlySet<string>>(new Set());
  const timers = useRef(new Map<string, number>());
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
  const unlock = (ids: readonly string[]) =>
    setLocked((before) => new Set([...before].filter((id) => !ids.includes(id))));

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

  function set(id: string, acknowledged: boolean): void {
    ask([id], acknowledged);
    void send(id, acknowledged)
      .then(
        () => toast('success', acknowledged ? messages.acknowledgedToast : messages.restoredToast),
        () => {
          drop([id]);
          toast('error', acknowledged ? messages.acknowledgeFailed : messages.restoreFailed);
        },
      )
      .then(() => window.setTimeout(() => unlock([id]), LOCK_MS));
  }

  function acknowledgeAll(ids: readonly string[]): void {
    ask(ids, true);
    void call<typeof acknowledgeAlerts>('POST /api/alerts/bulk/acknowledge', { body: { alertIds: [...ids] } })
      .then(
        ({ results }) => {
          const failed = results.filter(({ success }) => !success).map(({ alertId }) => alertId);
          const count = ids.length - failed.length;
          if (count > 0) toast('success', messages.acknowledgedMany(count));
          if (failed.length > 0) toast('error', messages.acknowledgeManyFailed(failed.length));
          drop(failed);
        },
        () => {
          drop(ids);
          toast('error', messages.acknowledgeAllFailed);
        },
      )
      .then(() => window.setTimeout(() => unlock(ids), LOCK_MS));
  }

  return { alerts: withPending(fromServer, pending), isLocked: (id) => locked.has(id), set, acknowledgeAll };
}
