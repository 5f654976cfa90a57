// /alerts → the overview of the alerts
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/alerts/')({
  beforeLoad: () => {
    throw redirect({ to: '/alerts/$', params: { _splat: 'overview' }, replace: true });
  },
});
