// `belfry status`: a summary of everything. It ends with 2 while something is critical, so that a script can ask.
import { isDown, openProblems, type Problem, problemsOf } from '@belfry/domain/problems/problems';
import { guestCounts, guestStatus, nodeOnline } from '@belfry/domain/status';
import { listActiveAlerts } from '@belfry/schema/http/alerts';
import { getState, getStats } from '@belfry/schema/http/monitoring';
import type { Api } from '../api.ts';
import { messageOf, moment } from '../language/said.ts';
import { messages } from '../messages/lists.ts';
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
  const online = new Set(state.nodes.filter(nodeOnline).map(({ id }) => id));
  const critical = alerts.filter(({ level }) => level === 'critical').length;
  const { storage = [], dockerHosts = [], pbs = [] } = state;
  const found = problemsOf({ ...state, ...{ storage, dockerHosts, pbs }, activeAlerts: alerts });
  const open = openProblems(found);
  const failing = state.instances.filter(isDown).map(({ name }) => name);
  const partial = state.instances
    .filter((instance) => instance.health !== 'healthy' && !isDown(instance))
    .map(({ name }) => name);
  const problems = Object.values(state.serverProblems);
  const text = messages.status;
  const facts = {
    version: stats.version,
    uptimeSeconds: stats.uptime,
    instances: { total: state.instances.length, failing, partial },
    nodes: { total: state.nodes.length, online: online.size },
    guests: { total: guests.length, ...guestCounts(guests.map((guest) => guestStatus(guest, online))) },
    alerts: { critical, warning: alerts.length - critical },
    open: {
      critical: open.filter(({ level }) => level === 'critical').length,
      total: open.length,
      taken: found.length - open.length,
      worst: open.slice(0, 1).map(({ name, level, since, ...problem }) => ({
        ...{ name, level, since },
        ...(problem.about === 'alert' && { message: problem.alert.message }),
      }))[0],
    },
    problems: problems.map(({ message }) => message),
  };
  show(output, facts, () =>
    [
      `Belfry ${facts.version}`,
      text.instances(facts.instances.total, answers(failing, partial)),
      text.nodes(facts.nodes.total, facts.nodes.online),
      text.guests(facts.guests),
      alerts.length === 0 ? text.noAlerts : text.alerts(critical, facts.alerts.warning),
      ...openText(facts.open, open[0]),
      ...problems.map((problem) => text.problem(messageOf(problem))),
    ]
      .map((line) => `${printable(line)}\n`)
      .join(''),
  );
  return critical > 0 || failing.length > 0 || problems.length > 0 ? 2 : 0;
}

/** What nobody has yet: the number on the screens, and the first of it in the same words. */
function openText({ total, critical, taken }: Open, worst: Problem | undefined): string[] {
  const text = messages.status;
  if (total === 0) return taken === 0 ? [] : [text.noneOpen(taken)];
  const open = text.open(total, critical);
  const what = worst && headline(worst);
  return [
    taken > 0 ? text.taken(open, taken) : open,
    ...(worst && what ? [worst.since === '' ? text.worst(what) : text.worstSince(what, moment(worst.since))] : []),
  ];
}

/** Without the full stop, because the time follows. */
const headline = (worst: Problem): string =>
  worst.about === 'alert' ? messageOf(worst.alert).replace(/\.$/, '') : worst.name;

interface Open {
  total: number;
  critical: number;
  taken: number;
}

function answers(failing: readonly string[], partial: readonly string[]): string {
  const text = messages.status;
  const parts = [
    ...(failing.length > 0 ? [text.failing(failing.join(', '))] : []),
    ...(partial.length > 0 ? [text.partial(partial.join(', '))] : []),
  ];
  return parts.length === 0 ? text.allAnswer : parts.join('; ');
}
