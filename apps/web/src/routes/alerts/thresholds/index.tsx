// /alerts/thresholds → its first tab
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/alerts/thresholds/')({
  beforeLoad: () => {
    throw redirect({ to: '/alerts/thresholds/$', params: { _splat: 'proxmox' }, replace: true });
  },
});
