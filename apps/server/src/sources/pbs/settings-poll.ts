// The configurations of a backup server for the journal of changes.
import { instanceId } from '@belfry/domain/ids';
import { amount, rows, text } from '../proxmox-api/read.ts';
import type { Reader } from '../proxmox-api/session.ts';
import type { HintingTask } from '../proxmox-api/settings-kind.ts';
import { createSettingsPoll } from '../proxmox-api/settings-poll.ts';
import type { Poll } from '../source.ts';
import type { BackupServer } from './server.ts';
import { pbsHints, pbsSettingsKinds } from './settings-kinds.ts';
import { decoded } from './worker-id.ts';

const LOOK_BACK_S = 7200;
const PATH = '/nodes/localhost/tasks?typefilter=datastore&limit=50';

export function createPbsSettingsPoll(server: BackupServer): Poll {
  let tasks: readonly HintingTask[] = [];
  let stores: string | undefined;

  /** The tasks are read when there is another datastore, or one less. */
  async function tasksNow(reader: Reader): Promise<readonly HintingTask[]> {
    const names = server.facts.datastores?.map(({ name }) => name).sort();
    const now = JSON.stringify(names);
    if (names === undefined || now === stores) return tasks;
    const isFirst = stores === undefined;
    stores = now;
    if (isFirst) return tasks;
    const since = Math.floor(server.clock.now() / 1000) - LOOK_BACK_S;
    const answer = await reader.get(`${PATH}&since=${since}`, { blameless: true });
    if (answer.ok) tasks = hintingTasks(answer.value);
    else stores = undefined;
    return tasks;
  }

  return createSettingsPoll({
    kinds: pbsSettingsKinds,
    clock: server.clock,
    read: (signal) => server.session.read(signal, 'settings'),
    instance() {
      const { name, id = instanceId('pbs', name) } = server.config;
      return { id, name };
    },
    places: () => [],
    hasRights: true,
    hints: pbsHints,
    tasks: tasksNow,
  });
}

const hintingTasks = (data: unknown): HintingTask[] =>
  rows(data).flatMap((row) => {
    const [id, type, start] = [text(row.upid, 512), text(row.worker_type), amount(row.starttime)];
    if (id === undefined || type === undefined || start === undefined) return [];
    const end = amount(row.endtime);
    return [
      {
        ...{ id, type, user: text(row.user) ?? '', node: '', of: decoded(text(row.worker_id, 256) ?? '') },
        ...{ at: (end ?? start) * 1000, isRunning: end === undefined },
      },
    ];
  });
