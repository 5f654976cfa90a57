// On a phone the nodes are one line, which opens the table.
import type { AlertMark } from '@belfry/domain/status';
import { useState } from 'react';
import { FoldLine } from './fold-line.tsx';
import type { SummaryRow } from './summary-rows.ts';

/** Up to this number of rows, folding would save no space. */
const FEW = 2;

interface Folding {
  rows: readonly SummaryRow[];
  selected: string | null;
  markOf(row: SummaryRow): AlertMark | undefined;
}

export function useFold({ rows, selected, markOf }: Folding) {
  const [open, setOpen] = useState(false);
  const folds = rows.length > FEW;
  return {
    /** Classes of the table. */
    look: folds ? `max-md:border-t max-md:border-line-soft ${open ? '' : folded(selected)}` : '',
    line: folds && <FoldLine rows={rows} markOf={markOf} open={open} onToggle={() => setOpen(!open)} />,
    close: () => setOpen(false),
  };
}

/** The selected row is always shown, because it filters the screen below. */
const folded = (selected: string | null) =>
  selected === null ? 'max-md:hidden' : 'max-md:[&_tr:not(.selected)]:hidden';
