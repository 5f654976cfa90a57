// A settings page that does not exist → the hypervisor nodes.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/settings/$')({
  beforeLoad: () => {
    throw redirect({ to: '/settings/pve', replace: true });
  },
});
