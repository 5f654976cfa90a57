// A data directory with something in every table, and what a server reads of it.
import { english } from '@belfry/domain/sentences/english';
import * as z from 'zod';
import { type Env, parseEnv } from '../../config/env.ts';
import { openAlertsFile } from '../../db/alerts-file.ts';
import { openExportQueue } from '../../db/export-queue-file.ts';
import { openJournalFile } from '../../db/journal-file.ts';
import { openStore } from '../../db/open-store.ts';
import { notifiedRow, openDelivery } from '../../db/testing/deliveries.ts';
import { fill } from '../../db/testing/filled-stores.ts';
import { journalEntry, known } from '../../db/testing/journal-entries.ts';
import { occurrence } from '../../db/testing/occurrences.ts';
import { START, tempDir } from '../../db/testing/temp-store.ts';
import { systemClock as clock, iso } from '../../lib/clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { command } from '../command.ts';

const log = createLogger('silent');
/** Nothing of it is removed for its age, however long a test takes. */
const still = { ...clock, after: () => () => {} };

export async function run(dataDir: string, words: string[], env: Env = {}): Promise<string> {
  const config = parseEnv({ BELFRY_DATA_DIR: dataDir, ...env });
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const done = await command(words, config.value);
  return done.ok ? english(done.value) : `error: ${english(done.error)}`;
}

export async function opened(dataDir: string, databaseUrl?: string) {
  const found = await openStore({ dataDir, databaseUrl, clock, log });
  if (!found.ok) throw new Error(found.error.message);
  const store = found.value;
  const file = openAlertsFile({ dataDir, backend: store.server?.alerts, clock: still, log });
  const journal = openJournalFile({
    dataDir,
    backend: store.server?.journal,
    setAside: store.setAside,
    clock: still,
    log,
  });
  return {
    ...{ store, file, journal },
    async close() {
      await file.close();
      await journal.close();
      await store.server?.exportQueue.close();
      await store.close();
    },
  };
}

const NAMES = Array.from({ length: 300 }, (_, n) => `o${n}`);

/** Active alerts and ended ones, messages in every state, records of what was told, silences, tokens, links, and texts that are awkward. */
export async function filled() {
  const dataDir = tempDir();
  const { store, file, journal, close } = await opened(dataDir);
  await store.users.put({ name: 'ann', passwordHash: 'h', role: 'admin' });
  await store.settings.put('alerting/silences', [{ id: 's', reason: 'known \0 \u{1F514} "quoted"' }]);
  for (const name of ['t1', 't2'])
    await store.apiTokens.add({
      ...{ name, scope: 'read', hash: Buffer.from(`hash of ${name}`), hint: '', createdBy: 'ann', expiresAt: null },
    });
  const link = { name: 'wall', screen: '/docker' as const, params: {}, createdBy: 'ann', expiresAt: null };
  await store.viewLinks.add({ ...link, hash: Buffer.from([0, 255, 1]) });
  await store.secrets.put('webhook', 'url', 'hush');
  await fill(store, 'eve');
  for (const user of ['ann', 'b\0b', 'eve'])
    await store.audit.append({ event: 'login', success: true, user, method: '', ip: '', path: '' });
  await file.save({
    occurrences: NAMES.map((id, n) =>
      occurrence(id, n % 3 === 0 ? {} : { openedAt: START + n, resolvedAt: START + n }),
    ),
    messages: {
      put: NAMES.map((id, n) => {
        const row = openDelivery(`d-${id}`, {
          occurrences: [id, 'o0'],
          ...(n % 2 === 0 && { state: 'sent' as const, endedAt: iso(START) }),
        });
        // A decision is written for each step.
        const alerts = row.notice.alerts.map((alert) => ({ ...alert, step: n + 1 }));
        return { ...row, notice: { ...row.notice, alerts } };
      }),
      updated: [],
      notified: NAMES.map((id) => notifiedRow(id, 'webhook:a', { reached: id !== 'o3' })),
      forgotten: [],
    },
  });
  await journal.write(async (rows) => {
    for (const id of NAMES) await rows.add(journalEntry(id));
    await rows.keep(known('lab-100'), START);
    await rows.keepReadings(new Map([['lab-100', START]]));
    await rows.runs.note({ guest: 'lab-100', job: 'nightly', at: START, result: 'ok', startedAt: START });
  });
  await close();
  const exports = openExportQueue({ dataDir, clock, log });
  await exports.add('influx', [{ at: START, values: 3, body: Uint8Array.of(0, 255, 7) }]);
  await exports.close();
  return dataDir;
}

/** As the server reads it. */
export async function contents(dataDir: string, databaseUrl?: string) {
  const { store, file, journal, close } = await opened(dataDir, databaseUrl);
  const found = {
    users: store.users.list(),
    tokens: store.apiTokens.list(),
    links: store.viewLinks.list(),
    sessions: store.sessions.list(),
    silences: store.settings.get('alerting/silences', z.unknown()),
    instances: store.instances.list(),
    sites: store.sites.list().map((site) => ({ ...site, tokenHash: Buffer.from(site.tokenHash).toString('hex') })),
    drills: store.drills.list(),
    decisions: [store.protection.exclusions(), store.protection.assignments(), store.protection.restoreTests()],
    views: await store.savedViews.list('eve'),
    versions: await store.versionChanges.list(10),
    secrets: [...store.secrets.read('webhook').values],
    audit: (await store.audit.list(10)).map(({ id, event }) => [id, event]),
    active: await file.alerts.open(),
    alerts: await file.alerts.find({}, 1000, 0),
    waiting: await file.outbox.open(),
    told: (await file.outbox.notified()).sort((a, b) => (a.notified.occurrence < b.notified.occurrence ? -1 : 1)),
    log: await file.outbox.find({}, 1000, 0),
    changes: await journal.read((rows) => rows.list({}, 1000, 1000)),
    known: await journal.read((rows) => rows.knownOf('lab', 'lab-100')),
    readings: await journal.read((rows) => rows.readings()),
    runs: await journal.read((rows) => rows.runs.between(START, START + 1)),
  };
  await close();
  return found;
}
