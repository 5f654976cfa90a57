// The processed and quarantined mail, every minute. Each part can fail separately.
import { fail, ok, type Result } from '@belfry/domain/result';
import type { Findings, SourceError } from '@belfry/schema/messages/observation';
import { badPayload } from '../proxmox-api/failure.ts';
import { createParts, errorOfGap, type Parts } from '../proxmox-api/parts.ts';
import type { Poll } from '../source.ts';
import type { Facts } from './facts.ts';
import { type Gateway, learn } from './gateway.ts';
import {
  parseAttachments,
  parseDomains,
  parseMailCount,
  parseMailStats,
  parseQuarantined,
  parseSpamScores,
} from './mail.ts';

/** The domains change rarely, and their list can be long. */
const DOMAINS_EVERY = 5;

export function createMailPoll(gateway: Gateway): Poll {
  const { config, clock } = gateway;
  const begin = createParts(clock);
  let runs = 0;

  async function run(signal: AbortSignal): Promise<Result<Findings, SourceError>> {
    const parts = begin(gateway.session.read(signal, 'mail'));
    const wantsDomains = config.monitorDomainStats && runs % DOMAINS_EVERY === 0;
    const news = await Promise.all([
      config.monitorMailStats ? fetchMail(parts) : {},
      config.monitorQuarantine ? fetchQuarantine(parts) : {},
      wantsDomains ? fetchDomains(parts) : {},
    ]);
    const learned: Partial<Facts> = Object.assign({}, ...news);
    const gaps = parts.gaps();
    const [gap] = gaps;
    if (gap && Object.keys(learned).length === 0) return fail(errorOfGap(gap));
    runs++;
    return ok({ slices: learn(gateway, learned), gaps });
  }

  async function fetchMail(parts: Parts): Promise<Partial<Facts>> {
    const [mail, spam, mailCount] = await Promise.all([
      fetchPart(parts, 'mail statistics', '/statistics/mail', (data) => parseMailStats(data, clock.now())),
      fetchPart(parts, 'spam scores', '/statistics/spamscores', (data) => parseSpamScores(data)),
      fetchPart(parts, 'mail count', '/statistics/mailcount?timespan=3600', (data) => parseMailCount(data)),
    ]);
    return { ...(mail && { mail }), ...(spam && { spam }), ...(mailCount && { mailCount }) };
  }

  async function fetchQuarantine(parts: Parts): Promise<Partial<Facts>> {
    const known = gateway.facts.quarantine;
    const [spam, virus, attachment] = await Promise.all([
      fetchPart(parts, 'spam quarantine', '/quarantine/spamstatus', (data) => parseQuarantined(data)),
      fetchPart(parts, 'virus quarantine', '/quarantine/virusstatus', (data) => parseQuarantined(data)),
      fetchPart(parts, 'attachment quarantine', '/quarantine/attachment', parseAttachments),
    ]);
    if (spam === undefined && virus === undefined && attachment === undefined) return {};
    return {
      quarantine: {
        spam: spam ?? known.spam,
        virus: virus ?? known.virus,
        attachment: attachment ?? known.attachment,
      },
    };
  }

  async function fetchDomains(parts: Parts): Promise<Partial<Facts>> {
    const domains = await fetchPart(parts, 'mail domains', '/statistics/domains', (data) => parseDomains(data));
    return domains ? { domains } : {};
  }

  return { name: 'mail', everyMs: 60_000, timeoutMs: 50_000, essential: false, run };
}

async function fetchPart<T>(parts: Parts, part: string, path: string, parse: (data: unknown) => T | undefined) {
  const answer = await parts.get(part, path, { timeoutMs: 15_000, needs: 'the role Auditor' });
  const value = answer.ok ? parse(answer.value) : undefined;
  if (answer.ok && value === undefined) parts.miss(part, badPayload(`GET ${path}`, 'not the answer we know.'));
  return value;
}
