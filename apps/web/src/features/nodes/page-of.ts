import { pageAddress } from '../../lib/pages.ts';
import type { SummaryRow } from './summary-rows.ts';

/** The address of the page of a node; a backup server has none. */
export const pageOf = ({ list, id }: Pick<SummaryRow, 'list' | 'id'>): string | undefined =>
  list === 'nodes' ? pageAddress('nodes', id) : undefined;
