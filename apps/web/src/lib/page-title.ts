// The title of the browser's tab: how many problems there are, the screen, the product.
import { useEffect } from 'react';

const PRODUCT = 'Belfry';
const shown = { page: '', problems: 0 };

export const titleOf = ({ page, problems }: typeof shown): string =>
  `${problems > 0 ? `(${problems}) ` : ''}${page === '' ? '' : `${page} · `}${PRODUCT}`;

function show(change: Partial<typeof shown>): void {
  Object.assign(shown, change);
  document.title = titleOf(shown);
}

/** Sets the name of the screen. When several components set it, the last one wins. */
export function usePageTitle(page: string): void {
  useEffect(() => show({ page }), [page]);
}

/** The number of problems, as long as the component exists. */
export function useProblemsInTitle(problems: number): void {
  useEffect(() => show({ problems }), [problems]);
  useEffect(() => () => show({ problems: 0 }), []);
}
