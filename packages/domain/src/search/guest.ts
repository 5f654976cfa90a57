// The search of guests: its fields.
import type { Node } from '@belfry/schema/entities/node';
import { type Figure, type Figures, type GuestFacts, unknownFigures } from '../guest-figures.ts';
import { numberText } from '../guest-number.ts';
import { countedAs, parentOf, type ShownStatus, shownStatus } from '../status.ts';
import { BYTES, type Field, PERCENT, type Searchable, TIME } from './field.ts';
import { parse } from './parse.ts';

/** Common names of the two types. */
export const TYPE_WORDS = { qemu: ['vm', 'qemu'], lxc: ['lxc', 'ct', 'container'] } as const satisfies Record<
  string,
  readonly string[]
>;

type Names = Field<GuestFacts>['names'];
const BYTE_FIGURES: readonly (readonly [Names, Figure])[] = [
  [['diskread'], 'diskRead'],
  [['diskwrite'], 'diskWrite'],
  [['netin', 'networkin'], 'networkIn'],
  [['netout', 'networkout'], 'networkOut'],
  [['memory.used'], 'memory.used'],
  [['memory.free'], 'memory.free'],
  [['memory.swapused'], 'memory.swapUsed'],
  [['disk.used'], 'disk.used'],
  [['disk.free'], 'disk.free'],
];

interface Known {
  statusOf(guest: GuestFacts): ShownStatus;
  figuresOf(id: string): Figures;
  /** See `clusterNames`. */
  clusterOf(guest: GuestFacts): string;
  /** See `siteNames`. Default: there are no sites. */
  siteOf?(guest: GuestFacts): string | undefined;
}

/**
 * `cpu`, `memory` and `disk` are percent. A figure that the row of a guest does not show is unknown and matches no comparison, except
 * `uptime`, which is 0 while a guest does not run.
 */
export function guestSearch({ statusOf, figuresOf, clusterOf, siteOf }: Known): Searchable<GuestFacts> {
  const hasFigures = (guest: GuestFacts) => statusOf(guest).figures === 'now';
  const figure = (read: (figures: Figures) => number | null | undefined) => (guest: GuestFacts) => {
    if (!hasFigures(guest)) return undefined;
    const value = read(figuresOf(guest.id)) ?? undefined;
    // not a number: it is on its way
    return value !== undefined && value >= 0 ? value : undefined;
  };
  const uptime = figure(({ uptime: seconds }) => seconds);
  return {
    words: (guest) => [guest.name, numberText(guest), guest.node, ...statusOf(guest).terms, ...guest.tags],
    kinds: ({ type }) => TYPE_WORDS[type],
    fields: [
      { names: ['name'], text: ({ name }) => name },
      { names: ['vmid', 'id'], number: ({ vmid }) => vmid },
      { names: ['node'], text: ({ node }) => node },
      { names: ['cluster', 'instance'], text: (guest) => [clusterOf(guest), guest.instance] },
      { names: ['site'], text: (guest) => siteOf?.(guest) },
      { names: ['status', 'state'], text: (guest) => statusTerms(statusOf(guest)) },
      { names: ['type'], text: ({ type }) => TYPE_WORDS[type], values: Object.values(TYPE_WORDS).flat() },
      { names: ['tags', 'tag'], text: ({ tags }) => tags, list: true },
      { names: ['pool'], text: ({ pool }) => pool },
      { names: ['os', 'osname', 'osversion'], text: ({ osName = '', osVersion = '' }) => `${osName} ${osVersion}` },
      { names: ['ip', 'ipaddresses'], text: ({ ipAddresses }) => ipAddresses },
      { names: ['lock'], text: ({ lock }) => lock },
      { names: ['ha', 'hastate'], text: ({ haState }) => haState },
      { names: ['lastbackup'], text: ({ lastBackup }) => lastBackup },
      { names: ['cpu'], number: figure(({ cpu }) => cpu * 100), units: PERCENT, isFigure: true },
      {
        names: ['memory', 'mem'],
        number: figure((figures) => figures['memory.usage']),
        units: PERCENT,
        isFigure: true,
      },
      { names: ['disk'], number: figure((figures) => figures['disk.usage']), units: PERCENT, isFigure: true },
      {
        names: ['uptime'],
        number: (guest) => (hasFigures(guest) || guest.staleSince !== undefined ? uptime(guest) : 0),
        units: TIME,
        isFigure: true,
      },
      { names: ['cpus', 'cores'], number: ({ cpus }) => cpus },
      ...BYTE_FIGURES.map(([names, name]) => ({
        names,
        number: figure((figures) => figures[name]),
        units: BYTES,
        isFigure: true,
      })),
    ],
  };
}

/** Also what it is counted as, so that each count has a search that finds the same guests. */
const statusTerms = (status: ShownStatus): readonly string[] => [...status.terms, countedAs(status)];

/** The name of the cluster of a guest, or "standalone"; empty while its node is not known. */
export function clusterNames(nodes: readonly Node[]): (guest: GuestFacts) => string {
  const names = new Map(nodes.map((node) => [node.id, node.isClusterMember ? (node.clusterName ?? '') : 'standalone']));
  return (guest) => names.get(parentOf(guest)) ?? '';
}

/** To say what is wrong with a search: it needs no guests. */
export const guestFields = guestSearch({
  statusOf: shownStatus,
  figuresOf: () => unknownFigures,
  clusterOf: () => '',
}).fields;

/** Whether a search compares figures. */
export const comparesFigures = (text: string): boolean =>
  parse(text, { fields: guestFields })
    .flat()
    .some(({ term }) => 'field' in term && term.field.isFigure);
