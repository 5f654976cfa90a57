// The page of one resource, whatever its kind.
import { usePageTitle } from '../../lib/page-title.ts';
import type { ChangeView } from '../../lib/view/use-view.ts';
import type { DetailKind } from './detail.ts';
import { DetailBody } from './detail-body.tsx';
import { BackLink, Beside } from './head.tsx';
import type { DetailView } from './view.ts';

interface DetailPageProps {
  kind: DetailKind;
  id: string;
  view: DetailView;
  onChange: ChangeView<DetailView>;
}

export function DetailPage({ kind, id, ...shown }: DetailPageProps) {
  const detail = kind.useDetail(id);
  const name = detail?.name ?? id;
  usePageTitle(name);
  return (
    <article className="detail pb-4">
      <h1 className="sr-only">{name}</h1>
      <DetailBody
        {...{ kind, id, detail }}
        lead={<BackLink kind={kind} />}
        ways={detail && <Beside kind={kind} id={id} />}
        {...shown}
      />
    </article>
  );
}
