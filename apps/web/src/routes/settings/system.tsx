// /settings/system
import { createFileRoute } from '@tanstack/react-router';
import { SystemPage } from '../../features/settings/system/system-page.tsx';

export const Route = createFileRoute('/settings/system')({ component: SystemPage });
