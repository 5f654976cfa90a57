// An endpoint from the caller's side: its name, its input, its answer. Types only.
import type * as z from 'zod';
import type { Endpoint } from './endpoint.ts';

/** As in `PUT /api/config/nodes/:id`. */
export type Name<E extends Endpoint> = `${E['method']} ${E['path']}`;

type Part<E, K extends string> = E extends { [P in K]: infer T extends z.ZodType } ? { [P in K]: z.input<T> } : unknown;

/** `params`, `query` and `body`, as far as the endpoint has them; `unknown` if it has none. */
export type Ask<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>;

export type Reply<E extends Endpoint> = z.output<E['reply']>;
