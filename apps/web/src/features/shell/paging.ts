// A screen on a wall shows one page after the other of what does not fit. Pure.

/** In pixels, as the browser has them. */
export interface Scrolled {
  top: number;
  /** What is seen of it. */
  view: number;
  /** All of it. */
  whole: number;
}

/** What stays of the page before: the heads and the line below a table cover rows of the next page. */
const OVERLAP = 90;

const stepOf = ({ view }: Scrolled): number => Math.max(1, view - OVERLAP);

/** Pages are counted from 1. One page is all there is to see. */
export function pageOf(at: Scrolled): { page: number; pages: number } {
  const rest = Math.max(0, at.whole - at.view);
  const pages = 1 + Math.ceil(rest / stepOf(at));
  return { page: Math.min(pages, 1 + Math.ceil(at.top / stepOf(at))), pages };
}

/** The top of the next page; after the last one it is the first. */
export function nextTop(at: Scrolled): number {
  const last = at.whole - at.view;
  return at.top >= last - 1 ? 0 : Math.min(last, at.top + stepOf(at));
}
