// /settings/docker
import { createFileRoute } from '@tanstack/react-router';
import { addingCodec } from '../../features/settings/adding.ts';
import { DockerPage } from '../../features/settings/docker/docker-page.tsx';

export const Route = createFileRoute('/settings/docker')({
  validateSearch: addingCodec.validate,
  component: DockerPage,
});
