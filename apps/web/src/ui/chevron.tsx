// Says that a row opens, and whether it is open. Its room is there in rows that do not.
import { ChevronRight } from 'lucide-react';

export const Chevron = ({ expanded }: { expanded: boolean | undefined }) => (
  <ChevronRight
    aria-hidden
    size={12}
    className={`-mx-1 shrink-0 text-mute transition-transform ${expanded ? 'rotate-90' : ''} ${expanded === undefined ? 'invisible' : ''}`}
  />
);
