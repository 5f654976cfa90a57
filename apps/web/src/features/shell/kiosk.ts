// Whether the page is shown on a screen on a wall: only the view, without header and filters.
import type { ViewAddress } from '@belfry/schema/http/views';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { usePathname } from '../../lib/pathname.ts';

/** Whether only the view is shown: with `?kiosk=1`, and for a user who came by a link. Such a user is led to that view. */
export function useKiosk(bound: ViewAddress | undefined): boolean {
  const kiosk = useSearch({ strict: false, select: (search) => search.kiosk });
  const pathname = usePathname();
  const navigate = useNavigate();
  useEffect(() => {
    if (bound && pathname !== bound.screen) void navigate({ to: bound.screen, search: bound.params, replace: true });
  }, [bound, pathname, navigate]);
  return kiosk === '1' || bound !== undefined;
}
