// Sends a form: checks it, sends it once at a time, and keeps the errors beside their fields.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldErrors, without } from '../lib/field-errors.ts';
import { ApiError } from './client.ts';

interface Form<V, R> {
  /** Errors by field that need no server. */
  check?(values: V): Partial<FieldErrors>;
  send(values: V): Promise<R>;
  onDone?(reply: R): unknown;
  /** Errors by field in a refusal. Without it: those that the server names. */
  errorsOf?(refused: ApiError): FieldErrors;
}

export interface Submit<V, R> {
  submit(values: V): void;
  /** Until the answer is there, and what follows from it is done. */
  sending: boolean;
  errors: FieldErrors;
  /** The failure of the last attempt, or null. */
  failure: Error | null;
  /** The answer, after a success. */
  reply: R | undefined;
  /** The user changed this field: its error no longer applies. */
  typed(field: string): void;
  /** Removes the errors. */
  clear(): void;
}

export function useSubmit<V = void, R = unknown>({
  check,
  send,
  onDone,
  errorsOf = details,
}: Form<V, R>): Submit<V, R> {
  const [errors, setErrors] = useState<FieldErrors>({});
  const { mutate, isPending, error, data, reset } = useMutation<R, Error, V>({
    mutationFn: send,
    onError: (failure) => setErrors(failure instanceof ApiError ? errorsOf(failure) : {}),
    onSuccess: (reply) => onDone?.(reply),
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
    reply: data,
    typed: (field) => setErrors((known) => without(known, field)),
    clear() {
      setErrors({});
      reset();
    },
  };
}

const details = ({ refusal }: ApiError): FieldErrors => refusal.details;
