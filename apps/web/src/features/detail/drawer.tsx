// A resource beside a table: the same content as on its page. The focus stays in the table, where the arrows go on to other rows.
import { Link } from '@tanstack/react-router';
import { Maximize2, X } from 'lucide-react';
import { useState } from 'react';
import { useCommand } from '../../lib/commands.ts';
import { readPageAddress } from '../../lib/pages.ts';
import { Boundary } from '../../ui/boundary.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Scroller } from '../../ui/scroller.tsx';
import type { DetailKind } from './detail.ts';
import { DetailBody } from './detail-body.tsx';
import { kinds } from './kinds/kinds.ts';
import { messages } from './messages.ts';
import { type DetailView, detailCodec } from './view.ts';

interface DrawerProps {
  /** The address of the page of the resource. */
  address: string;
  /** Also gives the focus back to the row. */
  onClose(): void;
}

export function Drawer({ address, onClose }: DrawerProps) {
  // the span of time stays from resource to resource
  const [view, setView] = useState(detailCodec.fallback);
  useCommand({ id: 'beside/close', name: () => messages.close, keys: 'Escape', scope: 'beside', run: onClose });
  const page = readPageAddress(address);
  if (!page) return null;
  return (
    <Boundary key={address} name={messages.details(page.id)}>
      <Content
        kind={kinds[page.kind]}
        id={page.id}
        view={view}
        onChange={(part) => setView((before) => ({ ...before, ...part }))}
        onClose={onClose}
      />
    </Boundary>
  );
}

interface ContentProps {
  kind: DetailKind;
  id: string;
  view: DetailView;
  onChange(part: Partial<DetailView>): void;
  onClose(): void;
}

function Content({ kind, id, view, onChange, onClose }: ContentProps) {
  const detail = kind.useDetail(id);
  return (
    <aside aria-label={messages.details(detail?.name ?? id)} className="flex min-h-0 flex-1 flex-col">
      <Scroller>
        <div className="detail px-3 pb-4">
          <DetailBody
            {...{ kind, id, detail, view, onChange }}
            ways={
              <>
                <Link
                  to={kind.path}
                  params={{ id }}
                  search={detailCodec.format(view)}
                  className="inline-flex h-8 items-center gap-1.5 rounded-md px-2.5 text-sm font-medium text-soft hover:bg-hover hover:text-text"
                >
                  <Maximize2 size={14} aria-hidden />
                  {messages.openPage}
                </Link>
                <IconButton label={messages.close} onClick={onClose}>
                  <X size={16} aria-hidden />
                </IconButton>
              </>
            }
          />
        </div>
      </Scroller>
    </aside>
  );
}
