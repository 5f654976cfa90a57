// Every URL is inside the shell.
import { createRootRoute, Outlet } from '@tanstack/react-router';
import { ErrorPage } from '../features/shell/error-page.tsx';
import { NotFound } from '../features/shell/not-found.tsx';
import { Shell } from '../features/shell/shell.tsx';

export const Route = createRootRoute({
  component: () => (
    <Shell>
      <Outlet />
    </Shell>
  ),
  notFoundComponent: NotFound,
  errorComponent: ({ error, reset }) => <ErrorPage error={error} onRetry={reset} />,
});
