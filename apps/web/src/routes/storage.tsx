// /storage → /proxmox/storage.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/storage')({
  beforeLoad: () => {
    throw redirect({ to: '/proxmox/storage', replace: true });
  },
});
