// A host of a site, asked through its collector: the test of a host and its cluster, as for a host that this server reaches itself.
import { fail, ok, type Result } from '@belfry/domain/result';
import { english, otherWords } from '@belfry/domain/sentences/english';
import type { CollectDown } from '@belfry/schema/collect/down';
import type { NodeConfig } from '@belfry/schema/config/node';
import { DrillLook } from '@belfry/schema/drill/look';
import { HostCertificate } from '@belfry/schema/http/host-certificate';
import { NodeTest } from '@belfry/schema/http/nodes';
import { SiteScan } from '@belfry/schema/http/sites';
import type { SourceError } from '@belfry/schema/messages/observation';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import * as z from 'zod';
import { sealConfig } from '../collect/config-secrets.ts';
import { Cluster, type HostConnection } from '../config/host.ts';
import type { StoredSite } from '../db/sites-store.ts';
import type { Lines } from './lines.ts';
import { keysOf, whyNoKeys } from './sites.ts';
import { judged } from './wrong-clock.ts';

type Question = Extract<CollectDown, { type: 'ask' }>;

const ASK_MS = 15_000;
/** The scan itself ends after two minutes. */
const SCAN_MS = 130_000;
/** See `Tested`. */
const RemoteTest = z.object({
  test: NodeTest.omit({ status: true, latency: true }),
  cluster: Cluster.optional(),
});

const failed = (sentence: Sentence) => fail<SourceError>({ kind: 'bad-payload', message: english(sentence), sentence });

/** The certificate that a host shows to the collector of its site. `origin`: `https://host:port`. */
export async function certificateThrough(
  { id, name }: StoredSite,
  origin: string,
  lines: Pick<Lines, 'ask'>,
  now: () => number,
): Promise<Result<HostCertificate, Sentence>> {
  const answered = await lines.ask(id, { what: 'certificate', config: { host: origin } }, ASK_MS);
  if (!answered.ok) return fail(answered.error.sentence ?? otherWords(answered.error.message));
  const parsed = HostCertificate.safeParse(answered.value);
  return parsed.success ? ok(judged(parsed.data, now())) : fail({ id: 'site.wrongAnswer', values: { name } });
}

/** Hosts in the network of a site. */
export async function scanThrough(
  { id, name }: Pick<StoredSite, 'id' | 'name'>,
  subnet: string,
  lines: Pick<Lines, 'ask'>,
): Promise<Result<z.output<typeof SiteScan>, Sentence>> {
  const answered = await lines.ask(id, { what: 'scan', config: { subnet } }, SCAN_MS);
  if (!answered.ok) return fail(answered.error.sentence ?? otherWords(answered.error.message));
  const parsed = SiteScan.safeParse(answered.value);
  return parsed.success ? ok(parsed.data) : fail({ id: 'site.wrongAnswer', values: { name } });
}

export function connectThrough(site: StoredSite, config: NodeConfig, lines: Pick<Lines, 'ask'>): HostConnection {
  const { name } = site;
  async function ask<S extends z.ZodType>(
    question: Pick<Question, 'what' | 'drill'>,
    answer: S,
  ): Promise<Result<z.output<S>, SourceError>> {
    const keys = keysOf(site);
    if (!keys) return failed(whyNoKeys(site));
    const { site: _, ...sealed } = await sealConfig(config, keys.sealing);
    const answered = await lines.ask(site.id, { ...question, config: sealed }, ASK_MS);
    if (!answered.ok) return answered;
    const parsed = answer.safeParse(answered.value);
    return parsed.success ? ok(parsed.data) : failed({ id: 'site.wrongAnswer', values: { name } });
  }
  return {
    test: () => ask({ what: 'test' }, RemoteTest),
    async readCluster() {
      const read = await ask({ what: 'cluster' }, Cluster.nullable());
      return read.ok ? ok(read.value ?? undefined) : read;
    },
    drill: (drill) => ask({ what: 'drill', drill }, DrillLook),
    close: async () => {},
  };
}
