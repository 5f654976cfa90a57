// `belfry drill`: hand out restore tests, see what became of them, and which are due.
import { addDrill, getDrill, listDrills } from '@belfry/schema/http/drills';
import { listGuests } from '@belfry/schema/http/lists';
import { getTestPlans } from '@belfry/schema/http/test-plans';
import type { Api } from '../api.ts';
import { Failure } from '../failure.ts';
import { moment } from '../language/said.ts';
import { messages } from '../messages/drill.ts';
import { type Output, printable, show, table } from '../print.ts';

export interface HandOut {
  backup?: string;
  node?: string;
  storage?: string;
  ports?: string;
  hours?: string;
}

export async function drills(api: Api, output: Output, guest: string | undefined): Promise<void> {
  const found = await api.call(listDrills, guest === undefined ? {} : { query: { guest: await idOf(api, guest) } });
  show(output, found, () =>
    table(
      messages.heads,
      found.drills.map(({ id, name, vmid, state, restoreMs, createdAt }) => [
        ...[
          name,
          vmid,
          messages.states[state],
          restoreMs === undefined ? undefined : messages.took(secondsOf(restoreMs)),
        ],
        ...[moment(createdAt), id],
      ]),
      messages.none,
    ),
  );
}

export async function handOutDrill(api: Api, output: Output, guest: string, options: HandOut): Promise<void> {
  const { ports = '', hours, ...rest } = options;
  const body = {
    ...{
      ...rest,
      guest: await idOf(api, guest),
      ports: ports
        .split(/[\s,]+/)
        .filter(Boolean)
        .map(Number),
    },
    ...(hours !== undefined && { hours: Number(hours) }),
  };
  const { id } = await api.call(addDrill, { body });
  const { drill, script } = await api.call(getDrill, { params: { id } });
  show(output, { drill, script }, () => {
    const { name, backup, target, until } = drill;
    const lines = [
      messages.handedOut(name, backup.volid, target.vmid, target.node, moment(until)),
      ...[messages.restore, '', ...script.restore.split('\n'), '', messages.remove, '', ...script.remove.split('\n')],
      ...['', messages.status(id)],
    ];
    return lines.map((line) => `${printable(line)}\n`).join('');
  });
}

/** The status with which the program ends: 1 for one that proves nothing. */
export async function drillStatus(api: Api, output: Output, id: string): Promise<number> {
  const { drill } = await api.call(getDrill, { params: { id } });
  show(output, drill, () => {
    const { name, state, reason, detail, restoreMs, seen, problem } = drill;
    const took = restoreMs === undefined ? '' : ` ${messages.took(secondsOf(restoreMs))}`;
    const lines = [
      `${name}: ${messages.states[state]}${took}`,
      ...(reason === undefined ? [] : [[messages.reasons[reason], detail].filter(Boolean).join(' ')]),
      ...(problem === undefined ? [] : [problem]),
      ...seen.map(({ step, at, note = '' }) => `  ${moment(at)}  ${messages.steps[step]} ${note}`.trimEnd()),
    ];
    return lines.map((line) => `${printable(line)}\n`).join('');
  });
  return drill.state === 'refused' || drill.state === 'aborted' ? 1 : 0;
}

/** The status with which the program ends: 1 while a test is overdue. */
export async function drillPlans(api: Api, output: Output): Promise<number> {
  const found = await api.call(getTestPlans);
  show(output, found, () =>
    table(
      messages.planHeads,
      found.plans.flatMap(({ plan, groups }) =>
        groups.map(({ group, state, tested, wanted, next, until }) => [
          ...[plan.name, group, messages.groups[state], `${tested.length}/${wanted}`],
          ...[next.map(({ name }) => name).join(', '), moment(until)],
        ]),
      ),
      messages.noPlans,
    ),
  );
  return found.plans.some(({ groups }) => groups.some(({ state }) => state === 'overdue')) ? 1 : 0;
}

const secondsOf = (ms: number): number => Math.round(ms / 1000);

/** An id, a name, or a number that only one guest has. */
async function idOf(api: Api, given: string): Promise<string> {
  const { guests } = await api.call(listGuests);
  const found =
    guests.find(({ id }) => id === given) ??
    only(guests.filter(({ name, vmid }) => name === given || `${vmid}` === given));
  if (found) return found.id;
  throw new Failure(messages.noGuest(given));
}

const only = <T>(all: readonly T[]): T | undefined => (all.length === 1 ? all[0] : undefined);
