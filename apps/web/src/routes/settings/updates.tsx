// /settings/updates
import { createFileRoute } from '@tanstack/react-router';
import { UpdatesPage } from '../../features/settings/updates/updates-page.tsx';
import { noView } from '../../lib/view/codec.ts';

export const Route = createFileRoute('/settings/updates')({ validateSearch: noView.validate, component: UpdatesPage });
