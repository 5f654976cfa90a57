import type { Guest } from '@belfry/schema/entities/guest';
import { guestExamples } from '@belfry/schema/sentences/search';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { factsOf, figuresOf, unknownFigures } from '../guest-figures.ts';
import { english } from '../sentences/english.ts';
import { guestStates, guestStatus } from '../status.ts';
import { aGuest } from '../testing/guest.ts';
import { aNode } from '../testing/node.ts';
import { growth, LINEAR } from '../testing/processor-time.ts';
import { clusterNames, guestSearch } from './guest.ts';
import { matcherOf } from './match.ts';
import { parse } from './parse.ts';
import { siteNames } from './sites.ts';
import { problemOf } from './wrong.ts';

const nodes = [aNode({ name: 'pve1' }), aNode({ name: 'pve2', clusterName: 'berlin' })];

const instances = [{ id: 'dc' }, { id: 'branch', site: 's1' }, { id: 'orphan', site: 's2' }];
const siteOf = siteNames(instances, [{ id: 's1', name: 'Köln' }]);

const found = (text: string, fields = {}, running = true) => {
  const guest = aGuest({ name: 'web-1', vmid: 101, node: 'pve2', tags: ['prod', 'dmz'], ...fields });
  const search = guestSearch({
    statusOf: (own) => guestStatus(own, new Set(running ? ['dc-pve2'] : [])),
    figuresOf: () => figuresOf(guest),
    clusterOf: clusterNames(nodes),
    siteOf,
  });
  return matcherOf(text, search)(factsOf(guest));
};

const language = guestSearch({
  statusOf: (own) => guestStatus(own, new Set()),
  figuresOf: () => unknownFigures,
  clusterOf: () => '',
});
const problem = (text: string): string => {
  const wrong = problemOf(text, language);
  return wrong ? english(wrong) : '';
};

test.each<[string, (many: number) => string]>([
  ['blanks', (many) => `a${' '.repeat(many)}b`],
  ['values', (many) => `tags:${'a,'.repeat(many)}`],
  ['comparisons', (many) => `${'> '.repeat(many)}!`],
  ['commas', (many) => ' ,'.repeat(many)],
  ['dashes', (many) => '-'.repeat(many)],
  ['quotation marks', (many) => '"'.repeat(many)],
])('a search is read in linear time, also a pasted text of 200 kB of %s', (_, textOf) => {
  const reading = (many: number) => {
    const text = textOf(many);
    return () => parse(text, language);
  };
  expect(growth(12_500, reading)).toBeLessThan(LINEAR);
});

test('a search of 10,000 guests reads each guest once for each term, and figures only for a comparison', () => {
  const read = { status: 0, figures: 0, cluster: 0 };
  const counted = guestSearch({
    statusOf: (own) => {
      read.status++;
      return guestStatus(own, new Set(['dc-pve1']));
    },
    figuresOf: () => {
      read.figures++;
      return unknownFigures;
    },
    clusterOf: () => {
      read.cluster++;
      return '';
    },
  });
  const guests = Array.from({ length: 10_000 }, (_, i) => factsOf(aGuest({ vmid: i, tags: ['prod'] })));
  const work = (text: string) => {
    Object.assign(read, { status: 0, figures: 0, cluster: 0 });
    const matches = matcherOf(text, counted);
    return [guests.filter(matches).length, { ...read }];
  };
  expect(work('guest')).toEqual([10_000, { status: 10_000, figures: 0, cluster: 0 }]);
  expect(work('tag:prod, node:pve1')).toEqual([10_000, { status: 0, figures: 0, cluster: 0 }]);
  expect(work('cpu>5')).toEqual([0, { status: 10_000, figures: 10_000, cluster: 0 }]);
  expect(work('cluster:x cpu>5')).toEqual([0, { status: 0, figures: 0, cluster: 10_000 }]);
});

describe('each example of the help finds what it says', () => {
  /** One guest that it finds, and one that it does not. */
  const guests: Record<(typeof guestExamples)[number][0], [found: Partial<Guest>, other: Partial<Guest>]> = {
    web: [{ tags: ['web'] }, { name: 'db', tags: [] }],
    lxc: [{ type: 'lxc' }, { type: 'qemu' }],
    'cpu>80': [{ cpu: 0.81 }, { cpu: 0.8 }],
    'uptime<1h': [{ uptime: 3599 }, { uptime: 3600 }],
    'netin>10M': [{ networkIn: 11 * 1024 ** 2 }, { networkIn: 9_999_999 }],
    'node:pve1': [{ node: 'pve1' }, { node: 'pve2' }],
    'cluster:berlin': [{ node: 'pve2' }, { node: 'pve1' }],
    'site:köln': [{ instance: 'branch' }, { instance: 'dc' }],
    'status:paused': [{ status: 'paused' }, { status: 'running' }],
    'tags:prod,web': [{ tags: ['web'] }, { tags: ['dmz'] }],
    '-tag:prod': [{ tags: ['dmz'] }, { tags: ['prod'] }],
    'cpu>80 OR memory>90': [{ cpu: 0.9 }, { cpu: 0.1 }],
    'prod, web': [
      { tags: ['prod'], name: 'web' },
      { tags: ['prod'], name: 'db' },
    ],
    'db OR web, cpu>50': [
      { name: 'web', cpu: 0.6 },
      { name: 'db', cpu: 0.4 },
    ],
    '"web server"': [{ name: 'a web server' }, { name: 'server', tags: ['web'] }],
  };
  test.each(guestExamples)('%s', (example) => {
    const [right, other] = guests[example];
    expect([found(example, right), found(example, other), problem(example)]).toEqual([true, false, '']);
  });
});

describe('what is wrong with a search is said with the nearest right term, and nothing is found for it', () => {
  test.each([
    ['cpu<abc', '"abc" is not a number. Write it like cpu<80.'],
    ['cpu<5o', '"5o" is not a number. Write it like cpu<5.'],
    ['mem>=8GB', '"8GB" is not a number. Write it like memory>=8.'],
    ['nod:pve2', 'Did you mean node:pve2?'],
    ['nodes:pve2', 'Did you mean node:pve2?'],
    ['tgs:prod', 'Did you mean tags:prod?'],
    ['cup>0', 'Did you mean cpu>0?'],
    ['whatever:x', 'The fields are name, vmid, node, cluster, site,'],
    ['name>5', 'name is a text, which is not compared. Write name:5.'],
    ['type:lcx', 'type is never "lcx". Write type:lxc.'],
    ['toString>0', 'There is no field "toString".'],
  ])('%s', (text, words) => {
    expect(problem(text)).toContain(words);
    expect([found(text), found(`-${text}`)]).toEqual([false, false]);
  });

  test('what is still being typed is not wrong', () => {
    for (const text of ['cpu', 'cpu<', 'cpu>=', 'node:', 'typ', 'type:l', '-', '-tag:', '"nod:', 'AND', ''])
      expect(problem(text), text).toBe('');
  });
});

describe('a search of guests', () => {
  test.each(['', '   ', ',', 'and', 'cpu>', 'node:', 'tags:,', '-', '-node:', '- ,'])('%j filters nothing', (text) => {
    expect(found(text)).toBe(true);
  });

  test('a guest that is not reached is found as such, and not by its last status', () => {
    const silent = { staleSince: '2026-01-01T00:00:00.000Z', cpu: 0.9 };
    for (const text of ['unreachable', 'status:unreachable', 'status:offline'])
      expect([found(text, silent), found(text)]).toEqual([true, false]);
    for (const text of ['running', 'status:running', 'cpu>50'])
      expect([found(text, silent), found(text, { cpu: 0.9 })]).toEqual([false, true]);
  });

  test.each(['WEB', '101', 'pve2', 'running', 'DMZ'])(
    'the bare word %s is found in name, vmid, node, status or tags',
    (text) => {
      expect(found(text)).toBe(true);
      expect(found(`x${text}`)).toBe(false);
    },
  );

  test('cpu is compared as a percentage, equality holds within 0.01', () => {
    expect(found('cpu>80', { cpu: 0.81 })).toBe(true);
    expect(found('cpu > 80', { cpu: 0.8 })).toBe(false);
    expect(found('cpu>=80%', { cpu: 0.8 })).toBe(true);
    expect(found('cpu==25', { cpu: 0.25005 })).toBe(true);
    expect(found('memory=50', { memory: { ...aGuest().memory, usage: 50.02 } })).toBe(false);
  });

  test('an unknown figure is neither above nor below any number, and no opposite finds it', () => {
    const disk = { ...aGuest().disk, usage: -1 };
    for (const text of ['disk<50', 'disk>=0', '-disk<50', '-disk>=0']) expect(found(text, { disk }), text).toBe(false);
    for (const fields of [{ status: 'stopped', cpu: 0 }, { staleSince: '2026-01-01T00:00:00.000Z' }])
      for (const text of ['cpu<5', 'cpu>=0', '-cpu>5', 'memory<99', 'disk<99', 'netin<9'])
        expect(found(text, fields), text).toBe(false);
    expect(found('cpu>=0', {}, false)).toBe(false);
    expect(found('netin<9', { networkIn: null })).toBe(false);
  });

  test('a guest that does not run has an uptime of 0, and one that is not reached has none', () => {
    expect([found('uptime>0', {}, false), found('uptime=0', {}, false)]).toEqual([false, true]);
    expect(found('uptime=0', { status: 'stopped' })).toBe(true);
    expect(found('uptime=0', { staleSince: '2026-01-01T00:00:00.000Z' })).toBe(false);
  });

  test('a paused guest keeps the figures that its row shows', () => {
    expect(found('memory=50', { status: 'paused' })).toBe(true);
  });

  test('a minus sign reverses a term, within AND, OR and between commas', () => {
    expect([found('-tag:prod'), found('-tag:dev'), found('-web'), found('-db')]).toEqual([false, true, false, true]);
    expect([found('web -dmz'), found('web -db'), found('-web OR dmz'), found('web, -pve2')]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect([found('-tags:x,prod'), found('-tags:x,y'), found('-"web-1"')]).toEqual([false, true, false]);
    expect([found('"-1"'), found('web-1'), found('pool:x'), found('-pool:x')]).toEqual([true, true, false, true]);
  });

  test('the type is a word: lxc and ct find containers, vm and qemu the others, and a part of the word does not', () => {
    const types = ['lxc', 'ct', 'container', 'vm', 'qemu', 'LXC'];
    expect(types.map((word) => found(word, { type: 'lxc' }))).toEqual([true, true, true, false, false, true]);
    expect(types.map((word) => found(word))).toEqual([false, false, false, true, true, false]);
    expect([found('tainer', { type: 'lxc' }), found('-lxc', { type: 'lxc' })]).toEqual([false, false]);
  });

  test('status: also finds what a guest is counted as', () => {
    const of = (status: string, running = true) =>
      guestStates.filter((state) => found(`status:${state}`, { status }, running)).join(' ');
    expect(['running', 'stopped', 'paused', 'suspended', 'io-error'].map((status) => of(status))).toEqual([
      ...guestStates.slice(0, 3),
      'paused',
      'other',
    ]);
    expect([of('running', false), of('stopped', false)]).toEqual(['unknown', 'stopped']);
    expect(found('status:unknown', { staleSince: '2026-01-02T03:04:05Z' })).toBe(true);
  });

  test('cluster: is the cluster of the node, or the name of its instance; standalone has none', () => {
    expect([found('cluster:BER'), found('cluster:dc'), found('cluster:rome')]).toEqual([true, true, false]);
    const alone = clusterNames([aNode({ isClusterMember: false })]);
    expect([alone(factsOf(aGuest())), alone(factsOf(aGuest({ node: 'gone' })))]).toEqual(['standalone', '']);
  });

  test('site: is the name of the site of the instance; a host of the server has none', () => {
    const own = ['dc', 'branch', 'orphan', 'gone'].map((instance) => siteOf({ instance }));
    expect(own).toEqual([undefined, 'Köln', 's2', undefined]);
    expect([found('site:KÖL', { instance: 'branch' }), found('-site:köln'), found('site:k')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('any numeric field can be compared, in any case', () => {
    expect(found('networkin>1000', { networkIn: 1001 })).toBe(true);
    expect(found('cpus>=4', { cpus: 2 })).toBe(false);
    expect([found('memory.free>1'), found('memory.free>1G'), found('memory.free>9G')]).toEqual([true, true, false]);
  });

  test('AND and OR are read from left to right without precedence', () => {
    expect(found('nothing AND pve2 OR web')).toBe(true);
    expect(found('web OR nothing AND missing')).toBe(false);
    expect(found('web or nothing and pve2')).toBe(true);
    expect(found('web pve2')).toBe(true);
    expect(found('web pve3')).toBe(false);
  });

  test('tags take alternatives separated by commas, and a comma after them still splits', () => {
    expect(found('tags:x,prod')).toBe(true);
    expect(found('tag:x,y')).toBe(false);
    expect(found('tags:x,prod, node:pve2')).toBe(true);
    expect(found('tags:prod,node:pve3')).toBe(false);
  });

  test('what stands between commas must all match', () => {
    expect(found('node:pve2, cpu<50')).toBe(true);
    expect(found('node:pve2, cpu>50')).toBe(false);
    expect(found('dmz, web')).toBe(true);
    expect(found('db, web')).toBe(false);
    expect(found('db OR web, node:pve2')).toBe(true);
    expect(found('db OR web, node:pve3')).toBe(false);
  });

  test('other fields are searched as text, quotes keep spaces, type goes by its common names', () => {
    expect(found('os:"debian gnu"', { osName: 'Debian GNU/Linux' })).toBe(true);
    expect(found('ip:10.0', { ipAddresses: ['10.0.0.7'] })).toBe(true);
    expect(found('type:vm')).toBe(true);
    expect(found('type:lxc')).toBe(false);
    expect(found('lock:backup')).toBe(false);
  });

  test('no text makes it throw, and adding spaces at the ends changes nothing', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'cpu',
        'tags',
        ':',
        '>',
        '>=',
        '=',
        ',',
        ' ',
        '"',
        ' AND ',
        ' or ',
        '%',
        '80',
        '-',
        '__proto__',
        'constructor',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = pieces.join('');
        expect(found(` ${text}`)).toBe(found(text));
      }),
      { numRuns: 500 },
    );
  });
});
