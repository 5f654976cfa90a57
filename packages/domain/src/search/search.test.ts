import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { factsOf, figuresOf } from '../guest-figures.ts';
import { guestStatus } from '../status.ts';
import { aGuest } from '../testing/guest.ts';
import { processorTime } from '../testing/processor-time.ts';
import { guestSearch } from './guest.ts';
import { matcher } from './match.ts';
import { parse } from './parse.ts';

const found = (text: string, fields = {}, running = true) => {
  const guest = aGuest({ name: 'web-1', vmid: 101, node: 'pve2', tags: ['prod', 'dmz'], ...fields });
  const search = guestSearch(
    (own) => guestStatus(own, new Set(running ? ['dc-pve2'] : [])),
    () => figuresOf(guest),
  );
  return matcher(parse(text), search)(factsOf(guest));
};

test('a search with any pasted text of 200 kB is fast', () => {
  const many = 100_000;
  for (const text of [
    `a${' '.repeat(many)}b`,
    `tags:${'a,'.repeat(many)}`,
    `${'> '.repeat(many)}!`,
    ' ,'.repeat(many),
  ]) {
    const used = processorTime();
    parse(text);
    expect(used()).toBeLessThan(1000);
  }
});

describe('a search of guests', () => {
  test.each(['', '   ', ',', 'and', 'cpu>', 'node:', 'tags:,'])('%j filters nothing', (text) => {
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

  test('an unknown disk usage matches no comparison', () => {
    const disk = { ...aGuest().disk, usage: -1 };
    expect(found('disk<50', { disk })).toBe(false);
    expect(found('disk>=0', { disk })).toBe(false);
  });

  test('a guest that does not run has no uptime and no load', () => {
    expect(found('uptime>0', {}, false)).toBe(false);
    expect(found('uptime=0', {}, false)).toBe(true);
    expect(found('cpu>0', {}, false)).toBe(false);
  });

  test('any numeric field can be compared, in any case', () => {
    expect(found('networkin>1000', { networkIn: 1001 })).toBe(true);
    expect(found('cpus>=4', { cpus: 2 })).toBe(false);
    expect(found('toString>0')).toBe(false);
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

  test('between commas every filter must match, and one of the plain words', () => {
    expect(found('node:pve2, cpu<50')).toBe(true);
    expect(found('node:pve2, cpu>50')).toBe(false);
    expect(found('db, web')).toBe(true);
    expect(found('db, mail')).toBe(false);
    expect(found('db, web, node:pve3')).toBe(false);
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
      { numRuns: 2000 },
    );
  });
});
