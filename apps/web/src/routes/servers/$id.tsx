// /servers/pbs-main
import { createFileRoute } from '@tanstack/react-router';
import { server } from '../../features/detail/kinds/server.tsx';
import { detailCodec } from '../../features/detail/view.ts';
import { DetailScreen } from '../-detail-screen.tsx';

export const Route = createFileRoute('/servers/$id')({ validateSearch: detailCodec.validate, component: ServerRoute });

function ServerRoute() {
  return <DetailScreen kind={server} id={Route.useParams().id} />;
}
