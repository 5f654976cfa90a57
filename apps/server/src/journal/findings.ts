// What the configurations that the journal knows show of a guest, a node or a cluster at present. Nothing is asked of a host for it.
import { clusterFirewallFinding, firewallFinding, isFirewallOn, openCards } from '@belfry/domain/findings/firewall';
import { type Found, found } from '@belfry/domain/findings/found';
import { kernelFinding } from '@belfry/domain/findings/kernel';
import { subscriptionFinding } from '@belfry/domain/findings/subscription';
import { versionFinding } from '@belfry/domain/findings/versions';
import { journalIds } from '@belfry/domain/ids';
import type { Settings } from '@belfry/domain/journal/settings';
import { english } from '@belfry/domain/sentences/english';
import type { Finding } from '@belfry/schema/journal/finding';
import type { State } from '@belfry/schema/state';
import { iso } from '../lib/clock.ts';
import type { Subject } from './comparison-routes.ts';
import type { Journal } from './journal.ts';

export interface FindingsDeps {
  journal: Pick<Journal, 'known' | 'firewalls'>;
  state(): State;
  /** Epoch ms. */
  now: number;
}

type What = 'packages' | 'subscription' | 'firewall';
interface Row {
  settings: Settings;
  readAt?: number | undefined;
}

/** Configurations are read about once an hour. */
const OLD_MS = 3 * 3_600_000;
const NEEDS: Readonly<Record<Subject['kind'], string>> = {
  ...{ guest: 'VM.Audit on /vms', node: 'Sys.Audit on /nodes', instance: 'Sys.Audit on /' },
};

/** Of Proxmox VE; of others there are none. */
export async function findingsOf(subject: Subject, deps: FindingsDeps): Promise<Finding[]> {
  const { state: stateNow, journal, now } = deps;
  const state = stateNow();
  const { id, kind, instance, name } = subject;
  const own = state.instances.find((each) => each.id === instance);
  if (own && own.kind !== 'pve') return [];
  const rows = new Map((await journal.known(instance, id)).map((row): [string, Row] => [row.resource, row]));
  const firewalls = new Map((await journal.firewalls(instance)).map((row): [string, Row] => [row.resource, row]));
  const isForbidden = (needs: string) =>
    own?.gaps?.some((gap) => gap.kind === 'forbidden' && gap.needs?.split(', ').includes(needs)) ?? false;

  const freshOf = (of: ReadonlyMap<string, Row>, place: string): Row | undefined => {
    const row = of.get(place);
    return row?.readAt !== undefined && now - row.readAt < OLD_MS ? row : undefined;
  };
  /** Of a part that was read, or why nobody knows. */
  function about(
    is: Finding['is'],
    what: What,
    from: ReadonlyMap<string, Row>,
    judge: (settings: Settings) => Found,
  ): Finding {
    const place = placeOf(kind, id, what);
    const row = freshOf(from, place);
    const at = from.get(place)?.readAt;
    const values = { what: { id: `finding.what.${what}` } as const, name };
    const needs = NEEDS[kind];
    const result = row
      ? judge(insideOf(row.settings, what))
      : isForbidden(needs)
        ? found('unknown', { id: 'finding.noRight', values: { ...values, needs } })
        : found('unknown', { id: from.has(place) ? 'finding.old' : 'finding.notRead', values });
    return findingOf(is, result, at);
  }
  const onAt = (of: keyof typeof NEEDS, place: string) => {
    const row = freshOf(firewalls, placeOf(of, place, 'firewall'));
    return isFirewallOn(of, row && insideOf(row.settings, 'firewall'));
  };
  const nodes = state.nodes.filter((each) => each.instance === instance);
  const guests = [...state.vms, ...state.containers].filter((each) => each.instance === instance);
  const known = (list: readonly (boolean | undefined)[]) => list.filter((each) => each !== undefined);
  const othersOf = {
    node: () => known(nodes.filter((each) => each.id !== id).map((each) => onAt('node', each.id))),
    guest: () => known(guests.filter((each) => each.id !== id).map((each) => onAt('guest', each.id))),
  };
  const firewall = (of: 'node' | 'guest', cards: readonly string[]) =>
    about('firewall', 'firewall', firewalls, (settings) =>
      firewallFinding(name, isFirewallOn(of, settings) === true, {
        ...{ ofCluster: onAt('instance', instance), others: othersOf[of](), cards },
      }),
    );

  if (kind === 'guest') return [firewall('guest', openCards(rows.get(id)?.settings ?? {}))];
  const version = versionFinding(nodes);
  const ofVersion = version ? [findingOf('version', version, undefined)] : [];
  if (kind === 'instance')
    return [
      ...ofVersion,
      about('firewall', 'firewall', firewalls, (settings) =>
        clusterFirewallFinding(isFirewallOn('instance', settings) === true, [...othersOf.node(), ...othersOf.guest()]),
      ),
    ];
  const node = nodes.find((each) => each.id === id);
  const isAnswering = node?.status === 'online' && node.staleSince === undefined;
  return [
    about('kernel', 'packages', rows, (settings) =>
      kernelFinding(
        isAnswering ? node.kernelVersion : '',
        Object.keys(settings).map((field) => field.replace(/\.version$/, '')),
      ),
    ),
    ...ofVersion,
    about('subscription', 'subscription', rows, (settings) => subscriptionFinding(settings, now)),
    firewall('node', []),
  ];
}

const findingOf = (is: Finding['is'], { tone, sentence }: Found, at: number | undefined): Finding => ({
  ...{ is, tone, message: english(sentence), sentence },
  at: at === undefined ? null : iso(at),
});

/** Where the journal has a part. */
const placeOf = (kind: Subject['kind'], id: string, what: What): string =>
  kind === 'instance' ? journalIds(id, what) : `${id}/${what}`;

/** The fields of an object have its name in front. Those of a list of packages do not. */
const insideOf = (settings: Settings, what: What): Settings =>
  Object.fromEntries(
    Object.entries(settings).map(([field, value]) => [
      field.startsWith(`${what}.`) ? field.slice(what.length + 1) : field,
      value,
    ]),
  );
