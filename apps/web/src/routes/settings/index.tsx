// /settings → the first kind of instance; other pages link to the security page with `?tab=security`.
import { nodeTypes } from '@belfry/schema/config/kinds';
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/settings/')({
  validateSearch: (search): { tab?: string } => (typeof search.tab === 'string' ? { tab: search.tab } : {}),
  beforeLoad: ({ search }) => {
    if (search.tab === 'security') throw redirect({ to: '/settings/security', replace: true });
    throw redirect({ to: '/settings/$kind', params: { kind: nodeTypes[0] }, replace: true });
  },
});
