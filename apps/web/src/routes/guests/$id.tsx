// /guests/dc-101
import { createFileRoute } from '@tanstack/react-router';
import { guest } from '../../features/detail/kinds/guest.tsx';
import { detailCodec } from '../../features/detail/view.ts';
import { DetailScreen } from '../-detail-screen.tsx';

export const Route = createFileRoute('/guests/$id')({ validateSearch: detailCodec.validate, component: GuestRoute });

function GuestRoute() {
  return <DetailScreen kind={guest} id={Route.useParams().id} />;
}
