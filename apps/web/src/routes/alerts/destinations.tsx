// /alerts/destinations
import { createFileRoute } from '@tanstack/react-router';
import { Destinations } from '../../features/notifications/destinations/destinations.tsx';
import { destinationsCodec } from '../../features/notifications/destinations/view.ts';

export const Route = createFileRoute('/alerts/destinations')({
  validateSearch: destinationsCodec.validate,
  component: Destinations,
});
