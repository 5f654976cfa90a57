// An endpoint from the caller's side: its name, its input, its answer. Types only.
import type * as z from 'zod';
import type { Endpoints } from './endpoints.ts';

/** As in `PUT /api/config/nodes/:id`. */
export type Name = keyof Endpoints;

type Part<E, K extends string> = E extends { [P in K]: infer T extends z.ZodType } ? { [P in K]: z.input<T> } : unknown;

/** `params`, `query` and `body`, as far as the endpoint has them; `unknown` if it has none. */
export type Ask<N extends Name> = Part<Endpoints[N], 'params'> &
  Part<Endpoints[N], 'query'> &
  Part<Endpoints[N], 'body'>;

export type Reply<N extends Name> = z.output<Endpoints[N]['reply']>;
