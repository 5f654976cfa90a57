// /settings/history
import { createFileRoute } from '@tanstack/react-router';
import { HistoryPage } from '../../features/settings/history/history-page.tsx';
import { noView } from '../../lib/view/codec.ts';

export const Route = createFileRoute('/settings/history')({ validateSearch: noView.validate, component: HistoryPage });
