// /alerts/custom-rules, an address of earlier versions → thresholds
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/alerts/custom-rules')({
  beforeLoad: () => {
    throw redirect({ to: '/alerts/thresholds/$', params: { _splat: 'proxmox' }, replace: true });
  },
});
