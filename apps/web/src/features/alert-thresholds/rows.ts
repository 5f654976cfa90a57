// The rows of one table: defaults, tags and nodes with values, resources in groups. Rows that are all as the defaults are folded. Pure.
import { policyOf } from '@belfry/domain/alerts/policy';
import type { Policy } from '@belfry/domain/alerts/thresholds';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import { isOff, shownNumber } from './fields.ts';
import type { Group, Resource } from './resources.ts';
import type { Section } from './sections.ts';
import { isShared } from './sections.ts';
import { policyIsCustom, type Target } from './targets.ts';

export type Row =
  | { kind: 'defaults' | 'delays'; key: string; target: Target }
  | { kind: 'shared'; key: string; target: Extract<Target, { kind: 'shared' }>; name: string }
  | { kind: 'resource'; key: string; target: Resource['target']; resource: Resource }
  | { kind: 'more'; key: string; group: string; count: number; of: number; isOpen: boolean }
  | { kind: 'group'; key: string; group: Group; count: number }
  | { kind: 'detail'; key: string; of: ValueRow };

/** A row with values. */
export type ValueRow = Extract<Row, { target: Target }>;
export type ItemRow = Exclude<Row, { kind: 'group' | 'detail' }>;
type Show = 'all' | 'custom' | 'off';

/** A group with more rows of defaults than this folds them. */
export const FEW = 8;

export interface RowsInput {
  section: Section;
  /** In their order. */
  resources: readonly Resource[];
  config: AlertConfig;
  saved: AlertConfig;
  standing(resource: Resource): Standing;
  search: string;
  show: Show;
  /** The groups whose rows of defaults are shown; `all` for every group. */
  unfolded: ReadonlySet<string> | 'all';
  /** The rows with details. */
  opened: ReadonlySet<string>;
  /** Overrides by tag and by node that the user has just added, without values yet. */
  added: ReadonlySet<string>;
  /** The name of a row for a tag or a node. */
  sharedName(key: string): string;
}

export function rowsOf(input: RowsInput): Row[] {
  const { section, resources, search, show } = input;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (text: string) => words.every((word) => text.includes(word));
  const isStanding = input.standing;
  const visible = resources.filter((each) => matches(each.words) && (show === 'all' || isStanding(each)[show]));
  const folds = words.length === 0 && show === 'all' && input.unfolded !== 'all';

  const shared = sharedRows(input).filter(({ name }) => matches(name.toLowerCase()));
  const rows: Row[] = [];
  if (words.length === 0 && show === 'all') rows.push(...defaultRows(section));
  const groupKeys = new Set(visible.map(({ group }) => group?.key));
  rows.push(...shared.filter(({ target }) => !groupKeys.has(target.key)));
  for (const [group, members] of byGroup(visible)) {
    if (group) {
      rows.push({ kind: 'group', key: `${section.id}:${group.key}`, group, count: members.length });
      rows.push(...shared.filter(({ target }) => target.key === group.key));
    }
    rows.push(...memberRows(members, group?.key ?? section.id, folds, input));
  }
  return input.opened.size === 0 ? rows : rows.flatMap((row) => withDetail(row, input.opened));
}

function memberRows(
  members: readonly Resource[],
  group: string,
  folds: boolean,
  { unfolded, section, standing }: RowsInput,
): Row[] {
  const plain = folds ? members.filter((each) => standing(each).plain).length : 0;
  const isOpen = unfolded !== 'all' && unfolded.has(group);
  const visible = plain > FEW && !isOpen ? members.filter((each) => !standing(each).plain) : members;
  const rows = visible.map(resourceRow);
  if (plain > FEW)
    rows.push({ kind: 'more', key: `${section.id}:more:${group}`, group, count: plain, of: members.length, isOpen });
  return rows;
}

const resourceRows = new WeakMap<Resource, Row>();

/** The same object each time: a search makes thousands of rows with every key. */
function resourceRow(resource: Resource): Row {
  const known = resourceRows.get(resource);
  if (known) return known;
  const row: Row = { kind: 'resource', key: resource.key, target: resource.target, resource };
  resourceRows.set(resource, row);
  return row;
}

function defaultRows(section: Section): Row[] {
  const of = (kind: 'defaults' | 'delays'): Row => ({ kind, key: `${section.id}:${kind}`, target: { kind, section } });
  return [...(section.defaultAt ? [of('defaults')] : []), ...(section.delays ? [of('delays')] : [])];
}

/** Overrides by tag hold for guests, those by node for guests and for storages. */
function sharedRows({ section, config, saved, added, sharedName }: RowsInput): Extract<Row, { kind: 'shared' }>[] {
  if (section.id !== 'guests' && section.id !== 'storage') return [];
  const keys = new Set([...Object.keys(config.overrides), ...Object.keys(saved.overrides)].filter(isShared));
  const holds = (key: string) =>
    [config, saved].some(({ overrides }) => {
      const names = Object.keys(overrides[key] ?? {});
      return section.id === 'guests' ? names.join() !== 'usage' && names.length > 0 : names.includes('usage');
    });
  const here = [...keys].filter((key) => (section.id === 'guests' || key.startsWith('node:')) && holds(key));
  const own = [...added]
    .filter((key) => key.startsWith(`${section.id}:`))
    .map((key) => key.slice(section.id.length + 1));
  return [...new Set([...here, ...own])].sort().map((key) => ({
    kind: 'shared',
    key: `${section.id}:${key}`,
    target: { kind: 'shared', section, key },
    name: sharedName(key),
  }));
}

function byGroup(resources: readonly Resource[]): Map<Group | undefined, Resource[]> {
  const groups = new Map<Group | undefined, Resource[]>();
  for (const resource of resources) {
    const members = groups.get(resource.group);
    if (members) members.push(resource);
    else groups.set(resource.group, [resource]);
  }
  return groups;
}

const withDetail = (row: Row, opened: ReadonlySet<string>): Row[] =>
  'target' in row && opened.has(row.key) ? [row, { kind: 'detail', key: `${row.key}:detail`, of: row }] : [row];

/** How a resource stands to its defaults. `custom` and `off` also when only the saved configuration says so. */
export interface Standing {
  plain: boolean;
  custom: boolean;
  off: boolean;
}

/** Resources with the same overrides share one policy, so there are few policies to look at. */
export function createStanding(
  config: AlertConfig,
  saved: AlertConfig,
  { kind }: Section,
): (resource: Resource) => Standing {
  const known = new Map<Policy, Omit<Standing, 'plain'>>();
  const ofPolicy = (policy: Policy, own: AlertConfig) => {
    let found = known.get(policy);
    if (!found) {
      found = { custom: policyIsCustom(policy), off: hasOff(policy, own) };
      known.set(policy, found);
    }
    return found;
  };
  const nobody = { kind, id: '\n' };
  const [plainNow, plainSaved] = [policyOf(config, nobody), policyOf(saved, nobody)];
  const standings = new Map<Resource, Standing>();
  const standingOf = ({ target: { subject } }: Resource): Standing => {
    const [now, before] = [policyOf(config, subject), policyOf(saved, subject)];
    const [a, b] = [ofPolicy(now, config), ofPolicy(before, saved)];
    return {
      plain: now === plainNow && before === plainSaved,
      custom: a.custom || b.custom,
      off: a.off || b.off,
    };
  };
  return (resource) => {
    const found = standings.get(resource) ?? standingOf(resource);
    standings.set(resource, found);
    return found;
  };
}

/** An override switches something off. */
function hasOff({ origins }: Policy, { overrides }: AlertConfig): boolean {
  return Object.entries(origins).some(([name, origin]) => {
    if (origin.from === 'default') return false;
    const value: unknown = Object.entries(overrides[origin.key] ?? {}).find(([field]) => field === name)?.[1];
    if (name === 'disabled' || name === 'disableConnectivity') return value === true;
    return name !== 'name' && name !== 'poweredOffSeverity' && isOff(shownNumber(value));
  });
}
