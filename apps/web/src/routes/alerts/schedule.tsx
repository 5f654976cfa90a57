// /alerts/schedule
import { createFileRoute } from '@tanstack/react-router';
import { SchedulePage } from '../../features/alerts/schedule/schedule-page.tsx';

export const Route = createFileRoute('/alerts/schedule')({ component: SchedulePage });
