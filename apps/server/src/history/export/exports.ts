// The exports of values: their settings, stored with the secret sealed, and what sends them.
import { ok } from '@belfry/domain/result';
import { ExportConfig, type ExportFormat, type ExportState, exportFormats } from '@belfry/schema/history/exports';
import type { ExportTrial } from '@belfry/schema/http/exports';
import type { State } from '@belfry/schema/state';
import type { ExportQueue } from '../../db/export-queue-file.ts';
import { type Replacement, replaceAlone } from '../../db/replacement.ts';
import type { Store } from '../../db/store.ts';
import { type Clock, iso, type Moment } from '../../lib/clock.ts';
import type { OnDefect } from '../../lib/defects.ts';
import { joined } from '../../lib/joined.ts';
import type { Outgoing } from '../../lib/outgoing/outgoing.ts';
import { TEST_TIMEOUT_MS } from '../../lib/outgoing/request.ts';
import type { Answer } from '../../lib/refusal.ts';
import type { Readings } from '../exposition/collect.ts';
import { server } from '../exposition/subjects.ts';
import { attempt } from './attempt.ts';
import { createEngineSettings } from './engine-settings.ts';
import { createExporter } from './exporter.ts';
import type { Format } from './format.ts';
import { influxdb } from './influxdb.ts';
import { remoteWrite } from './remote-write.ts';

export type Exports = ReturnType<typeof createExports>;

export interface ExportsDeps {
  store: Pick<Store, 'settings' | 'secrets' | 'atomically' | 'disk'>;
  queue: ExportQueue;
  readings(): Readings;
  outgoing: Pick<Outgoing, 'request' | 'problemOfUrl'>;
  onDefect: OnDefect;
  clock: Clock;
}

const formats: Readonly<Record<ExportFormat, Format>> = { prometheus: remoteWrite, influxdb };
const PROBLEM_MS = 600_000;

export function createExports({ store, queue, readings, outgoing, onDefect, clock }: ExportsDeps) {
  const { request, problemOfUrl } = outgoing;
  const stopping = new AbortController();
  const each = <T>(made: (format: ExportFormat) => T) =>
    Object.fromEntries(exportFormats.map((format) => [format, made(format)])) as Record<ExportFormat, T>;
  const settings = each((format) =>
    createEngineSettings<ExportConfig>({
      ...{ store, key: `history/export/${format}`, schema: ExportConfig, addresses: ({ url }) => ({ url }) },
      problemOf: (url) => problemOfUrl(url) ?? formats[format].problemOf(new URL(url)),
      changed: () => void exporters[format].follow().catch((error) => onDefect(error, 'an export')),
    }),
  );
  const exporters = each((key) =>
    createExporter({
      ...{ key, format: formats[key], config: settings[key].current, readings, queue, request, onDefect, clock },
      disk: store.disk,
    }),
  );

  /** Checks whole configurations with their secrets. */
  function prepare(next: { readonly [F in ExportFormat]?: ExportConfig | undefined }): Answer<Replacement> {
    const all: Replacement[] = [];
    for (const format of exportFormats) {
      const config = next[format];
      const prepared = config && settings[format].prepare(config);
      if (prepared && !prepared.ok) return prepared;
      if (prepared) all.push(prepared.value);
    }
    return ok({
      async write(tx) {
        for (const { write } of all) await write(tx);
      },
      settle() {
        for (const { settle } of all) settle();
      },
    });
  }

  let problems: State['serverProblems'] = {};
  function troubles(): State['serverProblems'] {
    const found = exportFormats.flatMap((format) => {
      const trouble = exporters[format].trouble();
      if (!trouble || clock.monotonic() - trouble.sinceMs < PROBLEM_MS) return [];
      // A problem keeps its text, so that it stays the same one.
      const message = `Values cannot be sent to ${formats[format].name}. They wait on the disk.`;
      return [[`export:${format}`, { message, since: iso(trouble.at) }] as const];
    });
    const isSame =
      found.length === Object.keys(problems).length &&
      found.every(([key, { since }]) => problems[key]?.since === since);
    if (!isSame) problems = Object.fromEntries(found);
    return problems;
  }

  return {
    /** With the mask for the secret, or empty when there is none. */
    state: async (format: ExportFormat): Promise<ExportState> => ({
      ...settings[format].masked(),
      status: await exporters[format].status(),
    }),
    replace: (format: ExportFormat, config: ExportConfig): Promise<Answer<{ status: 'success' }>> =>
      replaceAlone(store, settings[format].replace(config), () => ({ status: 'success' })),
    /** Writes what Belfry itself costs, now and once. */
    async test(format: ExportFormat, given: ExportConfig): Promise<Answer<ExportTrial>> {
      const config = settings[format].whole(given);
      if (!config.ok) return config;
      const encode = await formats[format].encoder();
      const few = readings().filter(([subject]) => subject === server);
      const [batch] = encode({ readings: few, at: clock.now(), added: config.value.labels });
      const { result, status, words } = await attempt({
        ...{ format: formats[format], config: config.value, body: batch?.body ?? new Uint8Array(), request },
        ...{ signal: stopping.signal, timeoutMs: TEST_TIMEOUT_MS, now: clock.now() },
      });
      return ok({ ok: result === 'sent', ...(status !== undefined && { status }), words });
    },
    /** Called once a second. */
    tick(now: Moment) {
      for (const format of exportFormats) exporters[format].tick(now);
    },
    /** Engines that have not accepted anything for ten minutes, and a damaged file. */
    problems: joined(queue.problems, troubles),
    /** For the export of the configuration, with the secrets. */
    part: { read: () => each((format) => settings[format].current()), prepare },
    async stop() {
      stopping.abort();
      await Promise.all(exportFormats.map((format) => exporters[format].stop()));
    },
  };
}
