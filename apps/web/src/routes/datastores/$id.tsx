// /datastores/pbs-main%2Fstore
import { createFileRoute } from '@tanstack/react-router';
import { datastore } from '../../features/detail/kinds/datastore.tsx';
import { detailCodec } from '../../features/detail/view.ts';
import { DetailScreen } from '../-detail-screen.tsx';

export const Route = createFileRoute('/datastores/$id')({
  validateSearch: detailCodec.validate,
  component: DatastoreRoute,
});

function DatastoreRoute() {
  return <DetailScreen kind={datastore} id={Route.useParams().id} />;
}
