// GET /api/reports: a report is made when somebody asks for it. /api/reports/kept: reports that the server makes and keeps.
import { publicKeyOf, signingKey } from '@belfry/evidence/seal';
import { verifyEvidence } from '@belfry/evidence/verify';
import {
  checkKeptReport,
  deleteKeptReport,
  listKeptReports,
  orderReport,
  readKeptReport,
} from '@belfry/schema/http/kept-reports';
import { getMonthlyReports, runMonthlyReport, setMonthlyReports } from '@belfry/schema/http/monthly-reports';
import { getReport, getReportKey } from '@belfry/schema/http/reports';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Audited } from '../http/audited.ts';
import type { Mount } from '../http/mount.ts';
import { refuse } from '../lib/refusal.ts';
import type { createMonthly } from './monthly.ts';
import type { Orders } from './orders.ts';
import { fileName, media, type Reporter } from './reporter.ts';
import type { Shelf } from './shelf.ts';

export interface EvidenceRoutesDeps {
  reporter: Reporter;
  orders: Orders;
  shelf: Shelf;
  /** 32 bytes, from which the key of signatures is made. */
  secret: Uint8Array;
  monthly: Pick<ReturnType<typeof createMonthly>, 'keepDays' | 'status' | 'change' | 'runNow'>;
  audited: Audited;
  /** Identifies the caller among all who can sign in. */
  ownerOf(request: FastifyRequest): string;
  nameOf(request: FastifyRequest): string;
}

const MOST_PLACES = 20;

export function evidenceRoutes(mount: Mount, deps: EvidenceRoutesDeps): void {
  const { reporter, orders, shelf, secret, monthly, audited, ownerOf, nameOf } = deps;
  const publicKey = publicKeyOf(signingKey(secret));

  mount(getReport, async ({ query, request, reply }) => {
    const made = await reporter.report({ ...query, owner: ownerOf(request) });
    return made.ok ? asFile(reply, made.value, query.format, fileName(query)) : made;
  });
  mount(getReportKey, () => ({ publicKey }));

  mount(listKeptReports, async () => ({ reports: await orders.list(), keepDays: monthly.keepDays() }));
  mount(orderReport, ({ body, request }) =>
    orders
      .order({ ...body, owner: ownerOf(request) }, nameOf(request))
      .then((taken) => (taken.ok ? taken.value : taken)),
  );
  mount(readKeptReport, async ({ params, reply }) => {
    const found = await shelf.content(params.id);
    return found ? asFile(reply, found.content, found.kept.format, found.kept.file) : refuse('not_found');
  });
  mount(checkKeptReport, async ({ params }) => {
    const found = await shelf.content(params.id);
    if (!found) return refuse('not_found');
    const checked = verifyEvidence(found.content, publicKey);
    if (checked.ok) return { ok: true, tables: checked.seal.chain.length };
    const places = checked.problem === 'content' ? checked.places.slice(0, MOST_PLACES) : undefined;
    return { ok: false, problem: checked.problem, ...(places && { places }) };
  });
  mount(deleteKeptReport, async ({ params }) => {
    const removed = await orders.remove(params.id);
    return removed.ok ? { success: true, message: 'Report deleted' } : removed;
  });

  mount(getMonthlyReports, () => monthly.status());
  mount(setMonthlyReports, async ({ body, request }) => {
    const changed = await monthly.change(body, ownerOf(request));
    if (changed.ok) await audited(request, 'settings_changed', 'monthly evidence report');
    return changed.ok ? changed.value : changed;
  });
  mount(runMonthlyReport, async () => {
    const done = await monthly.runNow();
    return done.ok ? { success: true, message: 'Report made' } : done;
  });
}

function asFile(reply: FastifyReply, content: Uint8Array, format: keyof typeof media, name: string): Buffer {
  reply.header('content-disposition', `attachment; filename="${name}"`);
  reply.type(media[format]);
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}
