// A settings page that does not exist → the first kind of instance.
import { nodeTypes } from '@belfry/schema/config/kinds';
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/settings/$')({
  beforeLoad: () => {
    throw redirect({ to: '/settings/$kind', params: { kind: nodeTypes[0] }, replace: true });
  },
});
