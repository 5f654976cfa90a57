// /settings/updates
import { createFileRoute } from '@tanstack/react-router';
import { UpdatesPage } from '../../features/settings/updates/updates-page.tsx';

export const Route = createFileRoute('/settings/updates')({ component: UpdatesPage });
