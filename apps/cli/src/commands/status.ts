// `belfry status`: one look at everything. It ends with 2 while something is critical, so that a script can ask.
import { openProblems, problemsOf } from '@belfry/domain/problems/problems';
import { listActiveAlerts } from '@belfry/schema/http/alerts';
import { getState, getStats } from '@belfry/schema/http/monitoring';
import type { Api } from '../api.ts';
import { count } from '../count.ts';
import { type Output, printable, show } from '../print.ts';

/** Only what is shown: a state of another version is understood too. */
const reply = getState.reply
  .pick({ nodes: true, vms: true, containers: true, instances: true, serverProblems: true })
  .extend(getState.reply.pick({ storage: true, dockerHosts: true, pbs: true }).partial().shape);

export async function status(api: Api, output: Output): Promise<number> {
  const [stats, alerts, state] = await Promise.all([
    api.call(getStats),
    api.call(listActiveAlerts),
    api.call({ ...getState, reply }),
  ]);
  const guests = [...state.vms, ...state.containers];
  const critical = alerts.filter(({ level }) => level === 'critical').length;
  const { storage = [], dockerHosts = [], pbs = [] } = state;
  const found = problemsOf({ ...state, ...{ storage, dockerHosts, pbs }, activeAlerts: alerts });
  const open = openProblems(found);
  const namesOf = (health: 'error' | 'degraded') =>
    state.instances.filter((instance) => instance.health === health).map(({ name }) => name);
  const [failing, partial] = [namesOf('error'), namesOf('degraded')];
  const problems = Object.values(state.serverProblems);
  const facts = {
    version: stats.version,
    uptimeSeconds: stats.uptime,
    instances: { total: state.instances.length, failing, partial },
    nodes: { total: state.nodes.length, online: state.nodes.filter((node) => node.status === 'online').length },
    guests: { total: guests.length, running: guests.filter((guest) => guest.status === 'running').length },
    alerts: { critical, warning: alerts.length - critical },
    open: {
      critical: open.filter(({ level }) => level === 'critical').length,
      total: open.length,
      taken: found.length - open.length,
      worst: open.slice(0, 1).map(({ name, level, since }) => ({ name, level, since }))[0],
    },
    problems: problems.map(({ message }) => message),
  };
  show(output, facts, () =>
    [
      `Belfry ${facts.version}`,
      `${count(facts.instances.total, 'instance')}, ${answers(failing, partial)}`,
      `${count(facts.nodes.total, 'node')}, ${facts.nodes.online} online`,
      `${count(facts.guests.total, 'guest')}, ${facts.guests.running} running`,
      alerts.length === 0 ? 'no alerts' : `alerts: ${critical} critical, ${facts.alerts.warning} warning`,
      ...openText(facts.open),
      ...facts.problems.map((problem) => `problem: ${problem}`),
    ]
      .map((line) => `${printable(line)}\n`)
      .join(''),
  );
  return critical > 0 || failing.length > 0 || problems.length > 0 ? 2 : 0;
}

/** What nobody has yet: the number on the screens. */
function openText({ total, critical, taken, worst }: Open): string[] {
  if (total === 0) return taken === 0 ? [] : [`no problem that nobody has; somebody has ${taken}`];
  const since = worst && worst.since !== '' ? ` since ${worst.since.replace('T', ' ').replace(/\.\d+/, '')}` : '';
  return [
    `${count(total, 'problem')} that nobody has, ${critical} critical${taken > 0 ? `; somebody has ${taken}` : ''}`,
    ...(worst ? [`the worst: ${worst.name}${since}`] : []),
  ];
}

interface Open {
  total: number;
  critical: number;
  taken: number;
  worst: { name: string; level: string; since: string } | undefined;
}

function answers(failing: readonly string[], partial: readonly string[]): string {
  const parts = [
    ...(failing.length > 0 ? [`failing: ${failing.join(', ')}`] : []),
    ...(partial.length > 0 ? [`answering in part: ${partial.join(', ')}`] : []),
  ];
  return parts.length === 0 ? 'all answer' : parts.join('; ');
}
