// A link to the page of a resource, beside its name in a row. It is shown while the pointer or the focus is on the row, where
// the key O does the same. A table opens it, because a router link for each row would cost time with every change of the URL.
import { ArrowUpRight } from 'lucide-react';
import { hint } from './hint.tsx';
import { messages } from './messages.ts';

/** Set on links that the table opens. */
export const PAGE_LINK = 'data-page';

export const PageLink = ({ href, name }: { href: string; name: string }) => (
  <a
    {...{ [PAGE_LINK]: '' }}
    href={href}
    tabIndex={-1}
    aria-label={messages.pageOf(name)}
    className="page-link shrink-0 text-mute hover:text-brand"
    {...hint(messages.pageOf(name))}
  >
    <ArrowUpRight size={13} aria-hidden />
  </a>
);
