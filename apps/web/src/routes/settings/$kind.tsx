// /settings/pve and so on: one page per kind of instance. Any other word → the first kind.
import { isNodeType, nodeTypes } from '@belfry/schema/config/kinds';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { addingHostCodec } from '../../features/settings/adding.ts';
import { NodePage } from '../../features/settings/nodes/node-page.tsx';

export const Route = createFileRoute('/settings/$kind')({
  validateSearch: addingHostCodec.validate,
  beforeLoad: ({ params: { kind } }) => {
    if (!isNodeType(kind)) throw redirect({ to: '/settings/$kind', params: { kind: nodeTypes[0] }, replace: true });
  },
  component: KindPage,
});

function KindPage() {
  const { kind } = Route.useParams();
  return isNodeType(kind) && <NodePage key={kind} type={kind} />;
}
