// Acknowledging alerts and taking it back: shown at once, confirmed by the state that the server sends.
import type { Alert } from '@belfry/schema/entities/alert';
import type { acknowledgeAlert, unacknowledgeAlert } from '@belfry/schema/http/alerts';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { toast } from '../../ui/toast.ts';
import { messages } from './messages.ts';
import { type Pending, unconfirmed, without, withPending } from './pending.ts';

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

  function set(id: string, acknowledged: boolean): void {
    setAsked((before) => new Map(before).set(id, acknowledged));
    setLocked((before) => new Set(before).add(id));
    const drop = () => setAsked((before) => without(before, id));
    const late = () => {
      drop();
      toast('error', messages.notConfirmed);
    };
    window.clearTimeout(timers.current.get(id));
    timers.current.set(id, window.setTimeout(late, CONFIRM_MS));
    void send(id, acknowledged)
      .then(
        () => toast('success', acknowledged ? messages.acknowledgedToast : messages.restoredToast),
        () => {
          drop();
          toast('error', acknowledged ? messages.acknowledgeFailed : messages.restoreFailed);
        },
      )
      .then(() =>
        window.setTimeout(() => setLocked((before) => new Set([...before].filter((other) => other !== id))), LOCK_MS),
      );
  }

  return { alerts: withPending(fromServer, pending), isLocked: (id) => locked.has(id), set };
}
