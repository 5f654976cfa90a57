// /settings/pbs
import { createFileRoute } from '@tanstack/react-router';
import { NodePage } from '../../features/settings/nodes/node-page.tsx';

export const Route = createFileRoute('/settings/pbs')({ component: () => <NodePage key="pbs" type="pbs" /> });
