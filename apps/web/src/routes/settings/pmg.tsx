// /settings/pmg
import { createFileRoute } from '@tanstack/react-router';
import { NodePage } from '../../features/settings/nodes/node-page.tsx';

export const Route = createFileRoute('/settings/pmg')({ component: () => <NodePage key="pmg" type="pmg" /> });
