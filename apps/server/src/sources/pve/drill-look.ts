// One look at the copy of a guest, for a restore test. Five calls, and two more for the ports. Only reading.
import { ok, type Result } from '@belfry/domain/result';
import type { DrillLook, DrillQuestion, DrillTask } from '@belfry/schema/drill/look';
import type { SourceError } from '@belfry/schema/messages/observation';
import type { Api } from '../proxmox-api/proxmox-kind.ts';
import { amount, flag, line, part, rows, text, timeOf, whole } from '../proxmox-api/read.ts';
import { errorInside, reasonOf } from './agents-poll.ts';
import { filesystems } from './filesystems.ts';
import { PORT_FILES, portsIn } from './open-ports.ts';
import { archiveIn } from './restore-log.ts';

const kinds: ReadonlyMap<string, DrillTask['what']> = new Map(
  (['restore', 'clone', 'create', 'destroy'] as const).flatMap((what) => [
    [`qm${what}`, what],
    [`vz${what}`, what],
  ]),
);
const MISSING = /does not exist/i;
const LOG_LINES = 1000;
const OWN_TASKS = 50;
const ALL_TASKS = 100;

type Copy = NonNullable<DrillLook['copy']>;

/** `now`: epoch ms, for a host that does not say its own time. Fails when the host does not say whether the copy is there. */
export async function lookAtCopy(
  api: Api,
  question: DrillQuestion,
  now: number,
): Promise<Result<DrillLook, SourceError>> {
  const found = await findCopy(api, question);
  if (!found.ok) return found;
  const { copy, status } = found.value;
  // The tasks are read after the copy was seen: its restore is listed by then.
  const nodes = [...new Set([...(copy ? [copy.node] : []), ...question.nodes])];
  const [tasks, log, inside, bridges] = await Promise.all([
    readTasks(api, question, nodes, now),
    question.log === undefined ? undefined : readLog(api, question.nodes, question.log),
    copy?.isRunning ? lookInside(api, question, copy, status) : {},
    copy ? readBridges(api, question, copy) : undefined,
  ]);
  return ok({
    copy: copy && { ...copy, ...(bridges && { bridges }) },
    ...(tasks && { tasks }),
    ...(log && { log }),
    ...inside,
  });
}

const pathOf = ({ type, vmid }: DrillQuestion, node: string): string =>
  `/nodes/${encodeURIComponent(node)}/${type}/${vmid}`;

/** `copy` is null when no node of the cluster has it. */
async function findCopy(
  api: Api,
  question: DrillQuestion,
): Promise<Result<{ copy: Copy | null; status: unknown }, SourceError>> {
  const [first = ''] = question.nodes;
  const here = await readStatus(api, question, first);
  if (here.ok || !MISSING.test(here.error.message)) return here;
  const all = await api.get('/cluster/resources?type=vm');
  if (!all.ok) return all;
  const listed = rows(all.value).find((row) => whole(row.vmid) === question.vmid);
  const node = text(listed?.node);
  if (node === undefined) return ok({ copy: null, status: undefined });
  // The list of the cluster is some seconds behind: a guest that was just removed is still in it.
  const there = node === first ? here : await readStatus(api, question, node);
  if (there.ok || !MISSING.test(there.error.message)) return there;
  return ok({ copy: null, status: undefined });
}

async function readStatus(
  api: Api,
  question: DrillQuestion,
  node: string,
): Promise<Result<{ copy: Copy; status: unknown }, SourceError>> {
  const answer = await api.get(`${pathOf(question, node)}/status/current`);
  if (!answer.ok) return answer;
  const status = part(answer.value);
  const lock = text(status.lock);
  const copy = {
    node,
    isRunning: text(status.status) === 'running',
    uptimeMs: (amount(status.uptime) ?? 0) * 1000,
    ...(lock !== undefined && { lock }),
  };
  return ok({ copy, status });
}

/** Undefined where the account sees none at all: an empty list is "none visible". */
async function readTasks(
  api: Api,
  { vmid }: DrillQuestion,
  nodes: readonly string[],
  now: number,
): Promise<DrillTask[] | undefined> {
  const read = await Promise.all(
    nodes.map(async (node) => {
      const path = `/nodes/${encodeURIComponent(node)}`;
      const [time, own, all] = await Promise.all([
        api.get(`${path}/time`),
        api.get(`${path}/tasks?source=all&limit=${OWN_TASKS}&vmid=${vmid}`),
        api.get(`${path}/tasks?source=all&limit=${ALL_TASKS}`),
      ]);
      if (!own.ok || !all.ok || rows(all.value).length === 0) return undefined;
      const hostNow = (time.ok ? timeOf(part(time.value).time) : undefined) ?? now;
      return [...rows(own.value), ...rows(all.value)].flatMap((row) => taskOf(row, hostNow) ?? []);
    }),
  );
  if (read.some((tasks) => tasks === undefined)) return undefined;
  return [...new Map(read.flatMap((tasks) => tasks ?? []).map((task) => [task.upid, task])).values()];
}

function taskOf(row: ReturnType<typeof rows>[number], hostNow: number): DrillTask | undefined {
  const upid = text(row.upid, 512);
  const what = kinds.get(text(row.type, 64) ?? '');
  const vmid = whole(row.id);
  const began = timeOf(row.starttime);
  if (!upid || !what || !vmid || began === undefined) return undefined;
  const ended = timeOf(row.endtime);
  const status = line(row.status, 500);
  const isFailed = ended !== undefined && status !== undefined && status !== 'OK' && !status.startsWith('WARNINGS');
  return {
    ...{ upid, what, vmid, user: text(row.user, 128) ?? '' },
    beganAgo: hostNow - began,
    ...(ended !== undefined && { endedAgo: hostNow - ended }),
    ...(isFailed && { error: status }),
  };
}

/** The node that ran the task is in its name. */
async function readLog(api: Api, nodes: readonly string[], upid: string): Promise<DrillLook['log']> {
  const node = upid.split(':')[1] || nodes[0] || '';
  const path = `/nodes/${encodeURIComponent(node)}/tasks/${encodeURIComponent(upid)}/log?limit=${LOG_LINES}`;
  const answer = await api.get(path);
  if (!answer.ok || rows(answer.value).length === 0) return undefined;
  const archive = archiveIn(answer.value);
  return { upid, ...(archive !== undefined && { archive }) };
}

async function lookInside(
  api: Api,
  question: DrillQuestion,
  copy: Copy,
  status: unknown,
): Promise<Pick<DrillLook, 'agent' | 'files' | 'ports'>> {
  if (question.type === 'lxc') {
    const [used, total] = [whole(part(status).disk), whole(part(status).maxdisk)];
    return used === undefined || !total ? {} : { files: { used, total, mounts: ['/'] } };
  }
  const [files, ports] = await Promise.all([
    question.agent ? askAgent(api, question, copy) : {},
    question.ports ? readPorts(api, question, copy) : undefined,
  ]);
  return { ...files, ...(ports !== undefined && { ports }) };
}

async function askAgent(
  api: Api,
  question: DrillQuestion,
  { node }: Copy,
): Promise<Pick<DrillLook, 'agent' | 'files'>> {
  const answer = await api.get(`${pathOf(question, node)}/agent/get-fsinfo`);
  if (!answer.ok) {
    const reason = reasonOf(answer.error, 'filesystems');
    const isSilent = reason !== undefined && reason !== 'permission-denied';
    return isSilent ? { agent: 'silent' } : {};
  }
  if (errorInside(answer.value) !== undefined) return { agent: 'answers' };
  const { disks } = filesystems(answer.value);
  if (disks.length === 0) return { agent: 'answers' };
  const sum = (field: 'used' | 'total') => disks.reduce((all, disk) => all + disk[field], 0);
  const mounts = disks.map(({ mountpoint }) => mountpoint).slice(0, 100);
  return { agent: 'answers', files: { used: sum('used'), total: sum('total'), mounts } };
}

/** Null when the guest or the rights of the account do not let anybody read the list. */
async function readPorts(api: Api, question: DrillQuestion, { node }: Copy): Promise<DrillLook['ports']> {
  const read = await Promise.all(
    PORT_FILES.map((file) => api.get(`${pathOf(question, node)}/agent/file-read?file=${encodeURIComponent(file)}`)),
  );
  const answers = read.filter((answer) => answer.ok);
  if (answers.length > 0) return [...new Set(answers.flatMap(({ value }) => portsIn(value)))];
  const isRefused = read.some(
    (answer) =>
      !answer.ok && (answer.error.kind === 'forbidden' || reasonOf(answer.error, 'filesystems') === 'agent-error'),
  );
  return isRefused ? null : undefined;
}

const NETWORK = /^net\d+$/;

/** Of the cards that are plugged in. */
async function readBridges(api: Api, question: DrillQuestion, { node }: Copy): Promise<string[] | undefined> {
  const answer = await api.get(`${pathOf(question, node)}/config`);
  if (!answer.ok) return undefined;
  const cards = Object.entries(part(answer.value)).filter(([key]) => NETWORK.test(key));
  const bridges = cards.flatMap(([, value]) => {
    const fields = new Map((text(value, 500) ?? '').split(',').map((field) => field.split('=', 2) as [string, string]));
    const bridge = fields.get('bridge');
    return bridge === undefined || flag(fields.get('link_down')) ? [] : [bridge];
  });
  return [...new Set(bridges)].sort().slice(0, 32);
}
