// Reports that somebody ordered: made one after the other, put on the shelf, and shown meanwhile.

import { ok } from '@belfry/domain/result';
import { inEnglish, otherWords } from '@belfry/domain/sentences/english';
import type { KeptReport } from '@belfry/schema/http/kept-reports';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { whyUnwritable } from '../db/disk.ts';
import { type Clock, iso } from '../lib/clock.ts';
import type { OnDefect } from '../lib/defects.ts';
import { createLimit } from '../lib/limit.ts';
import { type Answer, refuse, sentenceOf } from '../lib/refusal.ts';
import { fileName, type OwnedOrder, type Reporter, type Step } from './reporter.ts';
import { type Kept, MOST_KEPT, newReportId, type Shelf } from './shelf.ts';

const MOST_WAITING = 20;
/** Failed ones are shown until the next start, or until somebody deletes them. */
const MOST_FAILED = 20;
/** Many times what the largest estate takes. One that hangs must not keep the others waiting. */
const MOST_MS = 600_000;

interface Ordered extends Omit<Kept, 'sizeBytes'> {
  step: Step | { state: 'waiting' } | { state: 'failed'; problem: Sentence };
}

export interface OrdersDeps {
  reporter: Reporter;
  shelf: Shelf;
  onDefect: OnDefect;
  clock: Pick<Clock, 'now' | 'after'>;
  mostMs?: number;
  mostKept?: number;
}

export type Orders = ReturnType<typeof createOrders>;

export function createOrders({ reporter, shelf, onDefect, clock, mostMs = MOST_MS, mostKept = MOST_KEPT }: OrdersDeps) {
  const oneByOne = createLimit(1);
  /** In the order in which they came. */
  const orders = new Map<string, Ordered>();
  const isOpen = ({ step }: Ordered) => step.state !== 'failed';

  /** Resolves with the content, or with why there is none. */
  async function made(order: Ordered, owner: string): Promise<Answer<Uint8Array>> {
    const { promise, resolve } = Promise.withResolvers<Answer<Uint8Array>>();
    const cancel = clock.after(mostMs, () => resolve(refuse('unavailable', { id: 'report.tooLong' })));
    let isOver = false;
    const report = reporter.report({ ...order, owner }, (step) => {
      if (!isOver) order.step = step;
    });
    try {
      return await Promise.race([report, promise]);
    } finally {
      isOver = true;
      cancel();
    }
  }
  async function work(order: Ordered, owner: string): Promise<Answer<Kept>> {
    order.step = { state: 'reading', done: 0 };
    try {
      const content = await made(order, owner);
      if (!content.ok) return content;
      const { step: _, ...report } = order;
      return ok(await shelf.add(report, content.value));
    } catch (error) {
      const full = whyUnwritable(error);
      if (full === undefined) onDefect(error, 'a report');
      const reason = otherWords(full === undefined ? String(error).slice(0, 300) : `${full}.`);
      return refuse('unavailable', { id: 'report.notMade', values: { reason } });
    }
  }
  async function run(order: Ordered, owner: string): Promise<Answer<Kept>> {
    // Somebody has deleted it while it waited.
    if (!orders.has(order.id)) return refuse('not_found');
    const result = await work(order, owner);
    if (result.ok) orders.delete(order.id);
    else order.step = { state: 'failed', problem: sentenceOf(result.error) };
    const failed = [...orders.values()].filter((each) => !isOpen(each));
    for (const { id } of failed.slice(0, -MOST_FAILED)) orders.delete(id);
    return result;
  }

  async function take(
    asked: OwnedOrder,
    by: string,
  ): Promise<Answer<{ order: Ordered; result: Promise<Answer<Kept>> }>> {
    if ([...orders.values()].filter(isOpen).length >= MOST_WAITING)
      return refuse('conflict', { id: 'report.tooMany', values: { limit: MOST_WAITING } });
    if ((await shelf.list()).length >= mostKept)
      return refuse('conflict', { id: 'report.full', values: { limit: mostKept } });
    const about = await reporter.check(asked);
    if (!about.ok) return about;
    const { owner, ...rest } = asked;
    const at = clock.now();
    const id = newReportId(at);
    const file = fileName(rest, about.value.name, id.slice(0, 16));
    const order: Ordered = { ...rest, id, file, at, about: about.value.name, by, step: { state: 'waiting' } };
    orders.set(id, order);
    return ok({ order, result: oneByOne(() => run(order, owner)) });
  }

  return {
    /** Answers at once; the list shows how it goes. */
    async order(asked: OwnedOrder, by: string): Promise<Answer<KeptReport>> {
      const taken = await take(asked, by);
      return taken.ok ? ok(shownOrder(taken.value.order)) : taken;
    },
    /** Answers when it is on the shelf, or cannot be made: then it is not in the list, because who asked says so. */
    async wait(asked: OwnedOrder, by: string): Promise<Answer<Kept>> {
      const taken = await take(asked, by);
      if (!taken.ok) return taken;
      const result = await taken.value.result;
      if (!result.ok) orders.delete(taken.value.order.id);
      return result;
    },
    async list(): Promise<KeptReport[]> {
      const kept = await shelf.list();
      return [...[...orders.values()].reverse().map(shownOrder), ...kept.map(shownKept)];
    },
    async remove(id: string): Promise<Answer<true>> {
      const order = orders.get(id);
      if (order && isOpen(order) && order.step.state !== 'waiting')
        return refuse('conflict', { id: 'report.beingMade' });
      return orders.delete(id) || (await shelf.remove(id)) ? ok(true) : refuse('not_found');
    },
  };
}

function shownOrder({ step, at, ...order }: Ordered): KeptReport {
  const { state } = step;
  return {
    ...{ ...order, at: iso(at), state },
    ...(state === 'reading' && { done: step.done }),
    ...(state === 'failed' && { problem: inEnglish(step.problem) }),
  };
}

const shownKept = ({ at, ...kept }: Kept): KeptReport => ({ ...kept, at: iso(at), state: 'made' });
