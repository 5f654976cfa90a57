// The addresses of all screens.
import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { beforeAll, expect, test, vi } from 'vitest';
import { columnNames as historyNames } from './features/alert-history/view.ts';
import { columnNames as backupNames } from './features/backups/preferences.ts';
import { columnNames as containerNames } from './features/docker/preferences.ts';
import { columnNames as guestNames } from './features/overview/preferences.ts';
import { columnNames as protectionNames } from './features/protection/preferences.ts';
import { diskColumnNames, columnNames as poolNames } from './features/storage/preferences.ts';

// the tables ask the browser about its width when their code is loaded
beforeAll(() => void vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {} })));

interface Described {
  id: string;
  priority?: number;
}
/** The columns that can be hidden. */
const hideable = (columns: readonly Described[]): string[] =>
  columns.filter(({ priority = 0 }) => priority > 0).map(({ id }) => id);

test('every column that can be hidden can be named in the URL, and no other', async () => {
  const [guests, trends, backups, containers, pools, disks, history, protection] = await Promise.all([
    import('./features/overview/guest-table/columns.tsx'),
    import('./ui/strip/trend-columns.tsx'),
    import('./features/backups/list/columns.tsx'),
    import('./features/docker/container-table/columns.tsx'),
    import('./features/storage/pools/columns.tsx'),
    import('./features/storage/disks/columns.tsx'),
    import('./features/alert-history/columns.tsx'),
    import('./features/protection/table/columns.tsx'),
  ]);
  expect(hideable(trends.withTrends(guests.guestColumns, 'guests'))).toEqual(guestNames);
  expect(hideable(backups.backupColumns('all'))).toEqual(backupNames);
  expect(hideable(containers.containerColumns.flat)).toEqual(containerNames);
  expect(hideable(pools.poolColumns.node)).toEqual(poolNames);
  expect(hideable(disks.diskColumns)).toEqual(diskColumnNames);
  expect(hideable(history.historyColumns)).toEqual(historyNames);
  expect(hideable(protection.guestColumns)).toEqual(protectionNames);
});

const NONSENSE = '§ <b>';
/** Every parameter of every screen but texts and ids: where there is no such thing, the screen says so. */
const PARAMS = [
  ...['columns', 'diskColumns', 'sort', 'diskSort', 'nodeSort', 'grouping', 'mode', 'range', 'relative', 'day', 'tab'],
  ...[
    'status',
    'time',
    'level',
    'bar',
    'acknowledged',
    'show',
    'state',
    'page',
    'add',
    'rest',
    'kiosk',
    'never heard of',
  ],
];

test('a URL of nonsense opens every screen with its defaults, and nothing of it stays in the URL', async () => {
  const { routeTree } = await import('./routeTree.gen.ts');
  vi.stubGlobal('localStorage', { getItem: () => null });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  const screens = Object.values(router.routesById).filter(({ options, children }) => options.component && !children);
  expect(screens.length).toBeGreaterThan(12);
  const url = Object.fromEntries(PARAMS.map((name) => [name, NONSENSE]));
  for (const { fullPath, options } of screens) {
    const { validateSearch } = options;
    const kept = typeof validateSearch === 'function' ? validateSearch(url) : url;
    expect([fullPath, Object.values(kept).filter(Boolean)]).toEqual([fullPath, []]);
  }
});
