// The rules with recorded answers of real hosts: they find the problems of these hosts and nothing else.
import { fail, ok } from '@belfry/domain/result';
import { expect, test } from 'vitest';
import { noRecordings, type Recording, recordingsOf } from '../../sources/testing/recordings.ts';
import { type Ask, standIn } from '../../sources/testing/stand-in.ts';
import { polled } from '../testing/polled.ts';
import { createRules } from './registry.ts';

const NOW = Date.parse('2026-11-21T00:00:00Z');
const missing = fail({ kind: 'bad-status' as const, status: 501, message: 'not recorded' });

/** Recordings come from many hosts: the names of nodes, guests, pools and storages do not matter. */
const templateOf = (path: string): string =>
  (path.split('?')[0] as string)
    .replace(/\/nodes\/[^/]+/, '/nodes/*')
    .replace(/\/(qemu|lxc)\/[^/]+/, '/$1/*')
    .replace(/\/zfs\/[^/]+/, '/zfs/*')
    .replace(/\/storage\/[^/]+\//, '/storage/*/');

/** The family of hosts of a recording: `pve9-sdk-storage.json` belongs to `pve9-sdk`. */
const familyOf = ({ file }: Recording): string => file.split('-').slice(0, 2).join('-');

/** A host that answers with the recordings of a family, and with recordings of other families where it has none. */
function hostOf(family: string, nth: number, all: ReadonlyMap<string, readonly Recording[]>): Ask {
  return (path) => {
    const recorded = all.get(templateOf(path)) ?? [];
    const own = recorded.filter((each) => familyOf(each) === family);
    // What these say must agree with the list of resources of the family.
    const some = own.length > 0 || /^\/cluster\/status|\/config$/.test(path) ? own : recorded;
    const chosen = some[nth % Math.max(1, some.length)];
    return chosen ? ok(chosen.body.data) : missing;
  };
}

test('recorded hosts raise alerts for their real problems, and no others', async (ctx) => {
  if (noRecordings) ctx.skip(`it compares the rules with real hosts only: ${noRecordings}`);
  const whole = recordingsOf('pve', /./).filter(({ file }) => !/resources-type|constructed|sample|luminous/.test(file));
  const all = Map.groupBy(whole, ({ endpoint }) => templateOf(endpoint));
  const found = new Set<string>();
  const families = new Set(all.get('/cluster/resources')?.map(familyOf));
  expect(families.size).toBeGreaterThan(1);
  for (const family of families) {
    for (let nth = 0; nth < 3; nth++) {
      const { slices } = await standIn('pve', hostOf(family, nth, all), NOW).round();
      const { poll, messages } = polled(createRules, {}, 'lab');
      await poll(slices, 200);
      for (const message of messages()) found.add(message);
    }
  }
  expect([...found]).toEqual([
    'Ceph reports HEALTH_WARN: POOL_NEARFULL: 4 pool(s) nearfull; OSD_NEARFULL: 3 nearfull osd(s)',
  ]);
});
