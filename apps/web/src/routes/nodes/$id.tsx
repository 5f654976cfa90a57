// /nodes/dc-pve1
import { createFileRoute } from '@tanstack/react-router';
import { node } from '../../features/detail/kinds/node.tsx';
import { detailCodec } from '../../features/detail/view.ts';
import { DetailScreen } from '../-detail-screen.tsx';

export const Route = createFileRoute('/nodes/$id')({ validateSearch: detailCodec.validate, component: NodeRoute });

function NodeRoute() {
  return <DetailScreen kind={node} id={Route.useParams().id} />;
}
