// /proxmox/mail
import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/proxmox/mail')({ component: () => null });
