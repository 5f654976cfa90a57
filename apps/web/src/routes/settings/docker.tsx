// /settings/docker
import { createFileRoute } from '@tanstack/react-router';
import { DockerPage } from '../../features/settings/docker/docker-page.tsx';

export const Route = createFileRoute('/settings/docker')({ component: DockerPage });
