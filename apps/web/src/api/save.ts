// Saves that overwrite nothing that somebody else has saved in the meantime: each says which revision it is based on, and the
// server refuses it when it has another one by then.
import { same } from '@belfry/domain/delta/same';
import { messages } from '../lib/draft/messages.ts';
import { ApiError, type Stored } from './client.ts';

/** A part of the call that saves: the revision that it is based on. */
export interface Based {
  headers: Readonly<Record<string, string>>;
}

type Read<T> = () => Promise<Stored<T>>;

const MAX_ATTEMPTS = 5;

/**
 * Saves what `save` makes of the present state of the server, such as one switch that is turned. When somebody else saves at the
 * same moment, `save` is called again with what the server has then.
 */
export async function saveOnto<T, R>(read: Read<T>, save: (present: T, based: Based) => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    const { value, revision } = await read();
    try {
      return await save(value, { headers: revision === null ? {} : { 'If-Match': revision } });
    } catch (error) {
      if (!isOvertaken(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

const isOvertaken = (error: unknown): boolean => error instanceof ApiError && error.status === 412;

interface FormSave<T, R> {
  read: Read<T>;
  /** What the form shows as saved. */
  base: T;
  /** The part of it that the form is about. Default: all. */
  of?(value: T): unknown;
  /** Loads what the server has, so that the form shows it. */
  look(): Promise<unknown>;
  save(based: Based): Promise<R>;
}

/** Saves a form. When the server has something else than the form shows as saved, nothing is saved, and the user looks at it first. */
export async function saveForm<T, R>({ read, base, of = (value) => value, look, save }: FormSave<T, R>): Promise<R> {
  const fields = of(base);
  const isSeen = (present: T) => same(of(present), fields);
  try {
    return await saveOnto(read, (present, based) => {
      if (!isSeen(present)) throw new Overtaken();
      return save(based);
    });
  } catch (error) {
    if (error instanceof Overtaken) await look();
    throw error;
  }
}

class Overtaken extends Error {
  constructor() {
    super(messages.overtaken);
  }
}
