// /alerts, and a page of the alerts that does not exist → the overview of the alerts. custom-rules, an address of earlier versions →
// thresholds
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/alerts/$')({
  beforeLoad: ({ params }) => {
    const _splat = params._splat === 'custom-rules' ? 'thresholds' : 'overview';
    throw redirect({ to: '/alerts/$', params: { _splat }, replace: true });
  },
});
