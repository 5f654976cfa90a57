// /docker/containers/docker%3Aweb-1%2Fname%3Ashop
import { createFileRoute } from '@tanstack/react-router';
import { container } from '../features/detail/kinds/container.tsx';
import { detailCodec } from '../features/detail/view.ts';
import { DetailScreen } from './-detail-screen.tsx';

export const Route = createFileRoute('/docker_/containers/$id')({
  validateSearch: detailCodec.validate,
  component: ContainerRoute,
});

function ContainerRoute() {
  return <DetailScreen kind={container} id={Route.useParams().id} />;
}
