// The hosts of the lab without their servers: they answer a path within this process. For tests only.

import { fail, ok } from '@belfry/domain/result';
import type { Answer } from '@belfry/lab/answer';
import type { Ask } from './stand-in.ts';
import { type TestedType, testedKinds } from './tested-kinds.ts';

/** Converts an answer to a result. A failure contains only its status, because the session creates the error texts. */
const said = ({ status, reason, body }: Answer) =>
  status === 200
    ? ok((JSON.parse(body ?? 'null') as { data?: unknown }).data)
    : fail({ kind: 'bad-status' as const, status, message: reason });

export const ages = [0, 1, 2] as const;
export type Age = (typeof ages)[number];

/**
 * One host of the product since epoch ms. It gives the same answer to the same call at the same time. A backup server
 * changes the order each time.
 */
export function simulated(product: TestedType, since: number, age: Age = 0): Ask {
  const host = testedKinds[product].releases[age]?.(Math.floor(since / 1000));
  if (!host) throw new Error(`no release ${age} of ${product}`);
  const given = new Map<string, ReturnType<Ask>>();
  return (path, now) => {
    const key = `${now} ${path}`;
    const known = given.get(key) ?? said(host(path, Math.floor(now / 1000)));
    given.set(key, known);
    return known;
  };
}
