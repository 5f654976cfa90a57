// Everything that Belfry says at one moment: to our own client, to other clients, to Prometheus, to the command line, in diagnostics.

import { listActiveAlerts, listAlertHistory } from '@belfry/schema/http/alerts';
import { getDiagnostics } from '@belfry/schema/http/diagnostics';
import { listBackups, listGuests, listPbsBackups, listPveBackups } from '@belfry/schema/http/lists';
import { getState } from '@belfry/schema/http/monitoring';
import { getNights } from '@belfry/schema/http/protection';
import { run } from '../../../../../cli/src/testing/belfry.ts';
import { wholeStateOf } from '../archives.ts';
import type { Whole } from '../whole-app.ts';
import { type OpenMetric, readMetrics } from './metrics.ts';

export type Seen = Awaited<ReturnType<typeof seenIn>>;

/** The state must not change meanwhile: the clock stands still. */
export async function seenIn(app: Whole) {
  const json = async (path: string) => (await app.call('GET', path)).json;
  const belfry = async (words: string) => {
    const { output } = await run(`${words} --json`, { BELFRY_URL: `http://${app.host}` });
    return JSON.parse(output);
  };
  const search = async (text: string) =>
    listGuests.reply.parse(await json(`/api/guests?search=${encodeURIComponent(text)}`)).guests.length;
  const metrics: OpenMetric = readMetrics((await app.call('GET', '/metrics')).text);
  return {
    state: await wholeStateOf(app),
    plain: getState.reply.parse(await json('/api/state')),
    active: listActiveAlerts.reply.parse(await json('/api/alerts/active')),
    history: listAlertHistory.reply.parse(await json('/api/alerts/history?limit=10000')),
    backups: listBackups.reply.parse(await json('/api/backups')),
    pve: listPveBackups.reply.parse(await json('/api/backups/pve')),
    pbs: listPbsBackups.reply.parse(await json('/api/backups/pbs')),
    nights: getNights.reply.parse(await json('/api/protection/nights?days=2')),
    diagnostics: getDiagnostics.reply.parse(await json('/api/diagnostics')),
    metrics,
    found: {
      vm: await search('vm'),
      lxc: await search('lxc'),
      running: await search('status:running'),
      stopped: await search('status:stopped'),
      paused: await search('status:paused'),
      unknown: await search('status:unknown'),
    },
    cli: {
      status: (await belfry('status')) as CliStatus,
      alerts: (await belfry('alerts')) as Leveled[],
      critical: (await belfry('alerts --level critical')) as Leveled[],
      nodes: (await belfry('nodes')) as { status: string }[],
      guests: (await belfry('guests')) as { type: string }[],
      running: (await belfry('guests --status running')) as unknown[],
      stopped: (await belfry('guests --status stopped')) as unknown[],
      paused: (await belfry('guests --status paused')) as unknown[],
      unknown: (await belfry('guests --status unknown')) as unknown[],
      backups: (await belfry('backups')) as { backups: number }[],
    },
  };
}

interface Leveled {
  id: string;
  level: string;
  acknowledged: boolean;
}

/** What `belfry status --json` prints. */
interface CliStatus {
  instances: { total: number; failing: string[] };
  nodes: { total: number; online: number };
  guests: Record<'total' | 'running' | 'stopped' | 'paused' | 'other' | 'unknown', number>;
  alerts: { critical: number; warning: number };
  open: { critical: number; total: number; taken: number };
}
