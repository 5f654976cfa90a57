// /proxmox/backups
import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/proxmox/backups')({ component: () => null });
