// /docker/hosts/web-1
import { createFileRoute } from '@tanstack/react-router';
import { dockerHost } from '../features/detail/kinds/docker-host.tsx';
import { detailCodec } from '../features/detail/view.ts';
import { DetailScreen } from './-detail-screen.tsx';

export const Route = createFileRoute('/docker_/hosts/$id')({
  validateSearch: detailCodec.validate,
  component: DockerHostRoute,
});

function DockerHostRoute() {
  return <DetailScreen kind={dockerHost} id={Route.useParams().id} />;
}
