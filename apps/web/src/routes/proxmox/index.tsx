// /proxmox → the Overview.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/proxmox/')({
  beforeLoad: () => {
    throw redirect({ to: '/proxmox/overview', replace: true });
  },
});
