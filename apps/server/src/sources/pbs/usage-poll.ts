// The essential poll: the sizes of all datastores in one call, and the status of the machine.

import { maySeeDatastores } from '@belfry/domain/pbs-rights';
import { fail, ok, type Result } from '@belfry/domain/result';
import type { Findings, SourceError } from '@belfry/schema/messages/observation';
import { badPayload } from '../proxmox-api/failure.ts';
import { createParts, type Parts } from '../proxmox-api/parts.ts';
import type { Reader } from '../proxmox-api/session.ts';
import type { Poll } from '../source.ts';
import { type DatastoreRow, parseDatastores, parseUsage, provesRights } from './datastores.ts';
import { withDatastores, withEntries } from './facts.ts';
import { LIST } from './listings.ts';
import { parseMachine } from './machine.ts';
import { parseNodeStatus, parseVersion } from './node-status.ts';
import { type BackupServer, composeInstance } from './server.ts';

const USAGE_EVERY_MS = 30_000;
const USAGE = '/status/datastore-usage';
/** The server checks every file system, and a file system that hangs delays the answer. */
const USAGE_TIMEOUT_MS = 15_000;
/** Version and privileges are read in every run until they are known, and then once in this number of runs. */
const SELDOM = 20;

export function createUsagePoll(server: BackupServer): Poll {
  const begin = createParts(server.clock);
  let runs = 0;
  let hasRights = false;

  async function run(signal: AbortSignal): Promise<Result<Findings, SourceError>> {
    const reader = server.session.read(signal);
    const parts = begin(reader);
    const [datastores] = await Promise.all([
      fetchDatastores(reader),
      fetchNode(parts),
      (server.facts.version === undefined || runs % SELDOM === 0) && fetchVersion(parts),
      server.facts.maintenance === undefined && fetchMaintenance(parts),
    ]);
    if (!datastores.ok) return datastores;
    runs++;
    server.facts = withDatastores(server.facts, datastores.value);
    const { version } = server.facts;
    return ok({
      slices: composeInstance(server),
      gaps: parts.gaps(),
      ...(version !== undefined && { version }),
    });
  }

  async function fetchDatastores(reader: Reader): Promise<Result<DatastoreRow[], SourceError>> {
    if (!server.config.monitorDatastores) {
      const alive = await reader.get('/version');
      return alive.ok ? ok([]) : alive;
    }
    const answer = await reader.get(USAGE, { timeoutMs: USAGE_TIMEOUT_MS });
    if (!answer.ok) return answer;
    const rows = parseUsage(answer.value, server.clock.now());
    if (!rows) return fail(badPayload(`GET ${USAGE} of ${reader.origin()}`, 'expected a list of datastores.'));
    const hadStores = (server.facts.datastores ?? []).length > 0;
    if (rows.length === 0 && hadStores && !(await hasNoStore(reader)))
      return fail(
        badPayload(`GET ${USAGE} of ${reader.origin()}`, 'the list is empty, although the server has datastores.'),
      );
    if (!provesRights(rows) && (!hasRights || runs % SELDOM === 0)) hasRights = await mayLook(reader);
    return provesRights(rows) || hasRights ? ok(rows) : fail(nothingVisible(reader.origin(), server.session.rights));
  }

  async function fetchNode(parts: Parts): Promise<void> {
    const answer = await parts.get('node status', '/nodes/localhost/status', { needs: 'Sys.Audit on /system/status' });
    const node = answer.ok ? parseNodeStatus(answer.value) : undefined;
    if (answer.ok && node) server.facts = { ...server.facts, node, machine: parseMachine(answer.value) };
  }

  /** The poll of the backups does this later. Without it, a datastore in maintenance would be `available` after each start. */
  async function fetchMaintenance(parts: Parts): Promise<void> {
    if (!server.config.monitorDatastores) return;
    const answer = await parts.get('datastores', LIST);
    const entries = answer.ok ? parseDatastores(answer.value) : undefined;
    if (entries) server.facts = withEntries(server.facts, entries);
  }

  async function fetchVersion(parts: Parts): Promise<void> {
    const answer = await parts.get('version', '/version');
    const version = answer.ok ? parseVersion(answer.value) : undefined;
    if (version) server.facts = { ...server.facts, version };
  }

  return { name: 'usage', everyMs: USAGE_EVERY_MS, timeoutMs: 25_000, essential: true, run };
}

/** The list of datastores is incomplete if privileges are missing. Only this call shows the reason. */
async function mayLook(reader: Reader): Promise<boolean> {
  const answer = await reader.get('/access/permissions', { blameless: true });
  return !answer.ok || maySeeDatastores(answer.value);
}

/** Whether the list of datastores itself is empty too: the last one was removed, or the account may see none any more. */
async function hasNoStore(reader: Reader): Promise<boolean> {
  const answer = await reader.get(LIST, { blameless: true });
  return answer.ok && parseDatastores(answer.value)?.length === 0;
}

const nothingVisible = (origin: string, rights: string): SourceError => ({
  kind: 'forbidden',
  message: `${origin} lets us in but shows no datastore. ${rights} A token needs it as well as its user.`,
});
