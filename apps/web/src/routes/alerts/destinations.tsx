// /alerts/destinations
import { createFileRoute } from '@tanstack/react-router';
import { Destinations } from '../../features/alerts/destinations/destinations.tsx';

export const Route = createFileRoute('/alerts/destinations')({ component: Destinations });
