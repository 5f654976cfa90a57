// The title of the browser's tab: how many problems there are, the screen, the product.
import { useEffect } from 'react';

const PRODUCT = 'Belfry';
const title = { page: '', problems: 0 };

export const titleOf = ({ page, problems }: typeof title): string =>
  `${problems > 0 ? `(${problems}) ` : ''}${page === '' ? '' : `${page} · `}${PRODUCT}`;

function show(change: Partial<typeof title>): void {
  Object.assign(title, change);
  document.title = titleOf(title);
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
