// Every five minutes: the jobs of the server and the results of their last runs.
import { byId } from '@belfry/domain/ids';
import { maySeeRemotes } from '@belfry/domain/pbs-rights';
import { ok, type Result } from '@belfry/domain/result';
import type { PbsJob } from '@belfry/schema/entities/pbs';
import type { Findings, SourceError } from '@belfry/schema/messages/observation';
import { badPayload } from '../proxmox-api/failure.ts';
import { createParts, type Parts } from '../proxmox-api/parts.ts';
import { part as fields, text } from '../proxmox-api/read.ts';
import type { Reader } from '../proxmox-api/session.ts';
import type { Poll } from '../source.ts';
import { parseRemotes, syncRoutes, tapeRoutes } from './copy-jobs.ts';
import { type Deeds, isReadable, type Jobs, noJobs } from './facts.ts';
import { parseGarbage } from './garbage.ts';
import { parseDeduplication, parseJobs, withLastVerdicts } from './jobs.ts';
import { type BackupServer, composeDeeds, composeInstance } from './server.ts';

/** The status that means: this version does not have the call or the parameter. */
const NO_CALL = 404;
const NO_PARAMETER = 400;

/** How often the time zone of the server is read. */
const ZONE_MS = 3_600_000;

const GRANT_REMOTES = 'Give its user, and the token too, the role RemoteAudit on /remote.';

export function createJobsPoll(server: BackupServer): Poll {
  const { config } = server;
  const begin = createParts(server.clock);
  let hasDirections = true;
  /** When the time zone was read, on the monotonic clock. */
  let zoneAt: number | undefined;

  async function run(signal: AbortSignal): Promise<Result<Findings, SourceError>> {
    const reader = server.session.read(signal, 'jobs');
    const parts = begin(reader);
    const [sync, verify, prune, garbage, tape] = await Promise.all([
      config.monitorSyncJobs ? fetchSync(parts) : [],
      config.monitorVerifyJobs ? fetchJobs(parts, 'verify jobs', '/admin/verify') : [],
      config.monitorPruneJobs ? fetchJobs(parts, 'prune jobs', '/admin/prune', (prune) => note({ prune })) : [],
      config.monitorGarbageJobs ? fetchGarbage(parts) : [],
      config.monitorSyncJobs ? fetchTape(parts) : [],
      config.monitorSyncJobs && noteHiddenRemotes(parts, reader),
    ]);
    const hasSchedules = config.monitorSyncJobs || config.monitorPruneJobs;
    await Promise.all([fetchRemotes(parts), hasSchedules && fetchTimeZone(parts)]);
    const known = server.facts.jobs ?? noJobs;
    const jobs: Jobs = {
      sync: sync ? withLastVerdicts(sync, known.sync) : known.sync,
      verify: verify ? withLastVerdicts(verify, known.verify) : known.verify,
      prune: prune ? withLastVerdicts(prune, known.prune) : known.prune,
      tape: tape ? withLastVerdicts(tape, known.tape) : known.tape,
      garbage: garbage ? withHidden(withLastVerdicts(garbage, known.garbage), known.garbage) : known.garbage,
    };
    server.facts = { ...server.facts, jobs };
    return ok({ slices: { ...composeInstance(server), ...composeDeeds(server) }, gaps: parts.gaps() });
  }

  /** The list leaves out datastores that are offline or broken, but their jobs still exist. */
  function withHidden(jobs: readonly PbsJob[], before: readonly PbsJob[]): PbsJob[] {
    const listed = new Set(jobs.map(({ store }) => store));
    const stores = new Set(server.facts.datastores?.map(({ name }) => name));
    const hidden = before.filter(
      ({ store }) => !listed.has(store) && stores.has(store) && !isReadable(server.facts, store),
    );
    return [...jobs, ...hidden].sort(byId);
  }

  const note = (deeds: Partial<Deeds>): void => {
    server.facts = { ...server.facts, deeds: { ...server.facts.deeds, ...deeds } };
  };

  const noteSync = (data: unknown): void => note({ sync: syncRoutes(data) });

  /** A server without a tape drive has no tape jobs. An account without a privilege on tapes gets an empty list. */
  async function fetchTape(parts: Parts): Promise<PbsJob[] | undefined> {
    const path = '/tape/backup';
    const answer = await parts.get('tape jobs', path, { tolerate: [NO_CALL] });
    if (answer.ok) return readJobs(parts, 'tape jobs', path, answer.value, (data) => note({ tape: tapeRoutes(data) }));
    return answer.error.status === NO_CALL ? [] : undefined;
  }

  /** Only when a job has a remote: the addresses of the other servers. */
  async function fetchRemotes(parts: Parts): Promise<void> {
    if (!server.facts.deeds.sync.some(({ remote }) => remote)) return;
    const answer = await parts.get('remotes', '/config/remote', { needs: 'Remote.Audit on /remote' });
    if (answer.ok) note({ remotes: parseRemotes(answer.value) });
  }

  async function fetchTimeZone(parts: Parts): Promise<void> {
    const now = server.clock.monotonic();
    if (zoneAt !== undefined && now - zoneAt < ZONE_MS) return;
    const answer = await parts.get('time zone', '/nodes/localhost/time', { tolerate: [NO_CALL] });
    if (!answer.ok) return;
    zoneAt = now;
    note({ timeZone: text(fields(answer.value).timezone, 64) });
  }

  /** Without the privilege to see remotes, a server leaves out the jobs that use one. It still answers with 200. */
  async function noteHiddenRemotes(parts: Parts, reader: Reader): Promise<void> {
    const answer = await reader.get('/access/permissions', { blameless: true });
    if (!answer.ok || maySeeRemotes(answer.value)) return;
    const message = `${reader.origin()} does not show the sync jobs that use a remote. ${GRANT_REMOTES}`;
    parts.miss('sync jobs', { kind: 'forbidden', message }, 'Remote.Audit on /remote');
  }

  /** A server lists the jobs that push to another server only on request. A server before 3.3 has no such jobs. */
  async function fetchSync(parts: Parts): Promise<PbsJob[] | undefined> {
    const plain = '/admin/sync';
    if (!hasDirections) return fetchJobs(parts, 'sync jobs', plain, noteSync);
    const path = `${plain}?sync-direction=all`;
    const answer = await parts.get('sync jobs', path, { tolerate: [NO_PARAMETER] });
    if (answer.ok) return readJobs(parts, 'sync jobs', path, answer.value, noteSync);
    if (answer.error.status !== NO_PARAMETER) return undefined;
    const jobs = await fetchJobs(parts, 'sync jobs', plain, noteSync);
    // The host answers 400 for many reasons. If the call without the parameter works, the parameter was the reason.
    if (jobs) hasDirections = false;
    return jobs;
  }

  async function fetchGarbage(parts: Parts): Promise<PbsJob[] | undefined> {
    const path = '/admin/gc';
    const answer = await parts.get('garbage collection', path, { tolerate: [NO_CALL] });
    if (!answer.ok && answer.error.status !== NO_CALL) return undefined;
    const rows = answer.ok ? answer.value : await fetchGarbageByStore(parts);
    const deduplication = new Map([...server.facts.deduplication, ...parseDeduplication(rows)]);
    const garbage = new Map([...server.facts.garbage, ...parseGarbage(rows)]);
    server.facts = { ...server.facts, deduplication, garbage };
    return readJobs(parts, 'garbage collection', path, rows);
  }

  /** Before 3.2, one call per datastore is needed. */
  async function fetchGarbageByStore(parts: Parts): Promise<unknown[]> {
    const stores = server.facts.datastores?.filter((row) => row.error === undefined && row.isMounted) ?? [];
    const rows = stores.map(async ({ name: store }) => {
      const path = `/admin/datastore/${encodeURIComponent(store)}/gc`;
      const answer = await parts.get('garbage collection', path);
      return answer.ok ? [{ ...fields(answer.value), store }] : [];
    });
    return (await Promise.all(rows)).flat();
  }

  return {
    name: 'jobs',
    everyMs: 300_000,
    timeoutMs: 60_000,
    essential: false,
    pushedBy: ['gc', 'prune', 'sync', 'tape-backup', 'verification'],
    run,
  };
}

/**
 * Undefined: the jobs could not be read, so the known jobs remain. The list is empty if this version does not have such
 * jobs.
 */
async function fetchJobs(
  parts: Parts,
  part: string,
  path: string,
  noted?: (data: unknown) => void,
): Promise<PbsJob[] | undefined> {
  const answer = await parts.get(part, path, { tolerate: [NO_CALL] });
  if (answer.ok) return readJobs(parts, part, path, answer.value, noted);
  return answer.error.status === NO_CALL ? [] : undefined;
}

/** `noted` gets the answer if it is a list of jobs. */
function readJobs(
  parts: Parts,
  part: string,
  path: string,
  data: unknown,
  noted?: (data: unknown) => void,
): PbsJob[] | undefined {
  const jobs = parseJobs(data);
  if (jobs) noted?.(data);
  if (!jobs) parts.miss(part, badPayload(`GET ${path}`, 'expected a list of jobs.'));
  return jobs;
}
