// A page of the alerts that does not exist → the overview of the alerts. The first tab of the thresholds also has two short addresses, one of
// earlier versions.
import { createFileRoute, redirect } from '@tanstack/react-router';

const shortForThresholds = ['thresholds', 'custom-rules'];

export const Route = createFileRoute('/alerts/$')({
  beforeLoad: ({ params }) => {
    const isShort = shortForThresholds.includes(params._splat ?? '');
    const _splat = isShort ? 'thresholds/proxmox' : 'overview';
    throw redirect({ to: '/alerts/$', params: { _splat }, replace: true });
  },
});
