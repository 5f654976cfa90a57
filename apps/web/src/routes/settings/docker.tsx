// /settings/docker
import { createFileRoute } from '@tanstack/react-router';
import { DockerPage } from '../../features/settings/docker/docker-page.tsx';
import { noView } from '../../lib/view/codec.ts';

export const Route = createFileRoute('/settings/docker')({ validateSearch: noView.validate, component: DockerPage });
