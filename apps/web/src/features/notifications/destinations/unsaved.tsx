// The unsaved changes of all cards of the page: one bar that names them, and one guard before they are lost.
import { useMutation } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useEffect, useId, useState } from 'react';
import { useLeaveGuard } from '../../../lib/draft/leaving.tsx';
import { toast } from '../../../ui/toast.ts';
import { UnsavedBar } from '../../../ui/unsaved-bar.tsx';
import { messages } from './messages.ts';

interface UnsavedPart {
  /** What is changed, in words: "E-mail: Port, Recipients". */
  text: string;
  /** Rejects when the server does not accept it. The part shows the errors beside its fields. */
  save(): Promise<unknown>;
  /** Shows what the server has, which is asked for again. */
  discard(): Promise<unknown>;
}

type Parts = ReadonlyMap<string, UnsavedPart>;
type Put = (id: string, part: UnsavedPart | null) => void;

const PutContext = createContext<Put>(() => {});

/** Null: nothing is changed. */
export function useUnsaved(part: UnsavedPart | null): void {
  const id = useId();
  const put = use(PutContext);
  // after each render, because the part saves what was typed last
  useEffect(() => put(id, part));
  useEffect(() => () => put(id, null), [id, put]);
}

export function UnsavedParts({ children }: { children: ReactNode }) {
  const [parts, setParts] = useState<Parts>(new Map());
  const put = useCallback<Put>((id, part) => setParts((known) => withPart(known, id, part)), []);
  const { mutate: save, isPending: saving } = useMutation({
    mutationFn: () => each(parts, (part) => part.save()),
    onSuccess: () => toast('success', messages.saved),
    onError: (error) => toast('error', messages.saveFailed, { message: error.message }),
  });
  const { mutate: discard, isPending: discarding } = useMutation({
    mutationFn: () => each(parts, (part) => part.discard()),
    onSuccess: () => toast('success', messages.discarded),
    onError: () => toast('error', messages.reloadFailed),
  });
  const { question } = useLeaveGuard(parts.size > 0);
  const text = messages.unsaved([...parts.values()].map((part) => part.text).join('; '));
  return (
    <PutContext value={put}>
      {children}
      {parts.size > 0 && <UnsavedBar text={text} busy={saving || discarding} onSave={save} onDiscard={discard} />}
      {question}
    </PutContext>
  );
}

/** One after the other, up to the first that fails. */
async function each(parts: Parts, run: (part: UnsavedPart) => Promise<unknown>): Promise<void> {
  for (const part of parts.values()) await run(part);
}

function withPart(known: Parts, id: string, part: UnsavedPart | null): Parts {
  if (!part && !known.has(id)) return known;
  const next = new Map(known);
  if (part) next.set(id, part);
  else next.delete(id);
  return next;
}
