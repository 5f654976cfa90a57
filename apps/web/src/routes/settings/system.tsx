// /settings/system
import { createFileRoute } from '@tanstack/react-router';
import { SystemPage } from '../../features/settings/system/system-page.tsx';
import { noView } from '../../lib/view/codec.ts';

export const Route = createFileRoute('/settings/system')({ validateSearch: noView.validate, component: SystemPage });
