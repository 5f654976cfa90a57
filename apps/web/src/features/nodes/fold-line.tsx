// The folded node summary on a phone: how many nodes there are, and how many have a problem. It opens the table.
import type { AlertMark } from '@belfry/domain/status';
import { ChevronDown } from 'lucide-react';
import { hostsIn } from './hosts-in.ts';
import { messages } from './messages.ts';
import type { SummaryRow } from './summary-rows.ts';

interface FoldLineProps {
  rows: readonly SummaryRow[];
  markOf(row: SummaryRow): AlertMark | undefined;
  open: boolean;
  onToggle(): void;
}

export function FoldLine({ rows, markOf, open, onToggle }: FoldLineProps) {
  const has = (mark: AlertMark) => rows.filter((row) => markOf(row) === mark).length;
  const hosts = hostsIn(rows);
  const [critical, warning] = [has('critical'), has('warning')];
  const worst =
    hosts.offline + critical > 0 ? 'crit' : hosts.unreachable > 0 ? 'lost' : warning > 0 ? 'warn' : undefined;
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={onToggle}
      className="flex h-11 w-full items-center gap-2 px-3.5 text-sm font-medium text-soft md:hidden"
    >
      {worst && <span className={`dot ${worst}`} />}
      {messages.all({ ...hosts, marked: critical + warning })}
      <ChevronDown aria-hidden size={14} className={`ml-auto transition-transform ${open ? 'rotate-180' : ''}`} />
    </button>
  );
}
