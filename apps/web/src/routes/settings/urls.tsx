// /settings/urls
import { createFileRoute } from '@tanstack/react-router';
import { GuestUrls } from '../../features/settings/urls/guest-urls.tsx';

export const Route = createFileRoute('/settings/urls')({ component: GuestUrls });
