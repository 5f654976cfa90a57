// Shows that a row can be opened, and whether it is open. Rows that cannot be opened reserve the same space.
import { ChevronRight } from 'lucide-react';

export const Chevron = ({ expanded }: { expanded: boolean | undefined }) => (
  <ChevronRight
    aria-hidden
    size={12}
    className={`-mx-1 shrink-0 text-mute transition-transform ${expanded ? 'rotate-90' : ''} ${expanded === undefined ? 'invisible' : ''}`}
  />
);
