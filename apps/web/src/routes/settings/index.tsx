// /settings → the hypervisor nodes; `?tab=security` is how other places link to the security page.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/settings/')({
  validateSearch: (search): { tab?: string } => (typeof search.tab === 'string' ? { tab: search.tab } : {}),
  beforeLoad: ({ search }) => {
    throw redirect({ to: search.tab === 'security' ? '/settings/security' : '/settings/pve', replace: true });
  },
});
