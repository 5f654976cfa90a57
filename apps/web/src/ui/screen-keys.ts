// The keys that screens with a search field have, and the keys of tables. They are commands, so the help lists them.
import type { RefObject } from 'react';
import { ANY_LETTER, type Command, useCommand } from '../lib/commands.ts';
import { inLanguage } from '../lib/language/in-language.ts';
import { enterRows } from './table/first-row.ts';

export const messages = inLanguage('keys', {
  search: 'Search',
  rows: 'Into the rows of the table, from the search field too',
  escape: 'Clear the selected node or host, then the filters; with nothing set, show or hide the filters',
  walk: 'Move through the rows of a table',
  page: 'Move by a page',
  ends: 'First and last row',
  cells: 'Through the cells of a row',
  open: 'Expand or fold a row; select a node or host; the page of a row that has neither',
  pageOf: 'The page of a row beside the table; once more: instead of the table',
});

/** Every letter goes to the search field, the arrow into the rows; Escape does one step back. */
export function useScreenKeys(searchBox: RefObject<HTMLInputElement | null>, onEscape: () => void): void {
  useCommand(
    {
      id: 'search',
      name: () => messages.search,
      keys: ANY_LETTER,
      scope: 'screen',
      run: () => searchBox.current?.focus(),
    },
    {
      id: 'rows',
      name: () => messages.rows,
      keys: 'ArrowDown',
      scope: 'screen',
      run: () => enterRows(searchBox.current),
    },
    { id: 'escape', name: () => messages.escape, keys: 'Escape', scope: 'screen', run: onEscape },
  );
}

const tableKeys: readonly Command[] = [
  { id: 'walk', name: () => messages.walk, keys: 'ArrowUp ArrowDown', scope: 'element' },
  { id: 'page', name: () => messages.page, keys: 'PageUp PageDown', scope: 'element' },
  { id: 'ends', name: () => messages.ends, keys: 'Home End', scope: 'element' },
  { id: 'cells', name: () => messages.cells, keys: 'ArrowLeft ArrowRight', scope: 'element' },
  { id: 'page-of', name: () => messages.pageOf, keys: 'o', scope: 'element' },
  { id: 'open', name: () => messages.open, keys: 'Enter Space', scope: 'element' },
];

/** For a table whose rows handle the keys themselves. */
export const useTableKeys = (): void => useCommand(...tableKeys);
