// /backups → /proxmox/backups.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/backups')({
  beforeLoad: () => {
    throw redirect({ to: '/proxmox/backups', replace: true });
  },
});
