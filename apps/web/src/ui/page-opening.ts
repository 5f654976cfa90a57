// The pages of resources, as tables open them: beside the table where the screen has a place for it, otherwise instead of the screen.
import { useRouter } from '@tanstack/react-router';
import { createContext, type FocusEvent, type MouseEvent, use } from 'react';
import { base } from '../lib/base.ts';

/** A link to a page that a table opens, or a row without such a link: its value is the address of the page. */
export const PAGE = 'data-page';

/** The place beside the tables of a screen. */
export interface PageBeside {
  /** The address of the page that is shown, null for none. */
  shown: string | null;
  show(address: string): void;
}

/** Absent where a page takes the place of the screen. */
export const PageBesideContext = createContext<PageBeside | null>(null);

const pageOf = (row: Element): string | undefined =>
  (row.hasAttribute(PAGE) ? row : row.querySelector(`[${PAGE}]`))?.getAttribute(PAGE) ?? undefined;

/** The row of a page, which gets the focus back when the page beside the table is closed. */
export const rowOfPage = (address: string): HTMLElement | null =>
  document.querySelector(`[${PAGE}="${CSS.escape(address)}"]`)?.closest<HTMLElement>('[data-key]') ?? null;

/** The screen that a page took the place of, as the browser knows it, and the page. */
let left: { screen: string | undefined; page: string } | undefined;

/** Nobody has the focus, or the title of the screen that was just opened has it. */
const isFree = (focus: Element | null): boolean =>
  focus === null || focus === document.body || focus.matches('main, main h1');

export function usePageOpening() {
  const beside = use(PageBesideContext);
  const { history } = useRouter();
  const screen = () => history.location.state.__TSR_key;
  const push = (address: string) => {
    left = { screen: screen(), page: address };
    history.push(base + address);
  };
  const show = (address: string) => (beside ? beside.show(address) : push(address));
  return {
    /** Shows the page of a row; the page that is shown already takes the place of the screen. False for a row that has no page. */
    open(row: Element): boolean {
      const address = pageOf(row);
      if (address === undefined) return false;
      if (beside?.shown === address) push(address);
      else show(address);
      return true;
    },
    /** While a page is beside the table, it is that of the row with the focus. */
    onFocus({ target }: FocusEvent) {
      if (!beside || beside.shown === null || !target.matches('[data-key]')) return;
      const address = pageOf(target);
      if (address !== undefined && address !== beside.shown) beside.show(address);
    },
    /** Opens a link to a page. */
    onClick(event: MouseEvent) {
      const { target } = event;
      const address = target instanceof Element ? target.closest(`a[${PAGE}]`)?.getAttribute(PAGE) : undefined;
      // with such a key, the browser opens a new tab or window
      if (!address || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      show(address);
    },
    /** After the user went back from a page, its row in this table gets the focus again. Returns its key. Called when rows were rendered. */
    comeBack(table: Element | null): string | undefined {
      if (!left || !table || left.screen !== screen()) return undefined;
      const row = table.querySelector(`[${PAGE}="${CSS.escape(left.page)}"]`)?.closest<HTMLElement>('[data-key]');
      if (!row) return undefined;
      left = undefined;
      if (isFree(document.activeElement)) row.focus();
      return row.dataset.key;
    },
  };
}
