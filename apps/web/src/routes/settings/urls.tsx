// /settings/urls
import { createFileRoute } from '@tanstack/react-router';
import { GuestUrls } from '../../features/settings/urls/guest-urls.tsx';
import { urlsCodec } from '../../features/settings/urls/view.ts';

export const Route = createFileRoute('/settings/urls')({ validateSearch: urlsCodec.validate, component: GuestUrls });
