// Sends a form: checks it, sends it once at a time, and keeps the errors beside their fields.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldErrors, without } from '../lib/field-errors.ts';
import { ApiError } from './client.ts';

interface Form<V, R> {
  /** Errors by field that need no server. */
  check?(values: V): Partial<FieldErrors>;
  send(values: V): Promise<R>;
  onDone?(reply: R, values: V): unknown;
}

export interface Submit<V> {
  submit(values: V): void;
  /** Until the answer is there, and what follows from it is done. */
  sending: boolean;
  errors: FieldErrors;
  /** The failure of the last attempt, or null. */
  failure: Error | null;
  /** The user changed this field: its error no longer applies. */
  typed(field: string): void;
  /** Removes the errors. */
  clear(): void;
}

export function useSubmit<V = void, R = unknown>({ check, send, onDone }: Form<V, R>): Submit<V> {
  const [errors, setErrors] = useState<FieldErrors>({});
  const { mutate, isPending, error, reset } = useMutation<R, Error, V>({
    mutationFn: send,
    onError: (failure) => setErrors(failure instanceof ApiError ? failure.refusal.details : {}),
    onSuccess: (reply, values) => onDone?.(reply, values),
  });
  return {
    submit(values) {
      if (isPending) return;
      const wrong = check?.(values) ?? {};
      setErrors(wrong as FieldErrors);
      if (Object.keys(wrong).length === 0) mutate(values);
      else reset();
    },
    sending: isPending,
    errors,
    failure: error,
    typed: (field) => setErrors((known) => without(known, field)),
    clear() {
      setErrors({});
      reset();
    },
  };
}
