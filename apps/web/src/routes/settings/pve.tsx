// /settings/pve
import { createFileRoute } from '@tanstack/react-router';
import { NodePage } from '../../features/settings/nodes/node-page.tsx';

export const Route = createFileRoute('/settings/pve')({ component: () => <NodePage key="pve" type="pve" /> });
