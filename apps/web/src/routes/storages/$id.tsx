// /storages/dc-pve1-local
import { createFileRoute } from '@tanstack/react-router';
import { storage } from '../../features/detail/kinds/storage.tsx';
import { detailCodec } from '../../features/detail/view.ts';
import { DetailScreen } from '../-detail-screen.tsx';

export const Route = createFileRoute('/storages/$id')({
  validateSearch: detailCodec.validate,
  component: StorageRoute,
});

function StorageRoute() {
  return <DetailScreen kind={storage} id={Route.useParams().id} />;
}
