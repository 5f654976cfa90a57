// A link to the page of a resource, beside its name in a row, where the key O does the same. A table opens it, because a router link for each row would cost time with every change of the URL.
import { PanelRight } from 'lucide-react';
import { base } from '../lib/base.ts';
import { hint } from './hint.tsx';
import { messages } from './messages.ts';
import { PAGE } from './page-opening.ts';

const look = 'page-link shrink-0 text-mute hover:text-brand';

/** The same for an option of a list, which must not contain a link: a pointer finds it, and the keyboard has the key O. */
export const PageMark = ({ name }: { name: string }) => (
  <span className={look} {...hint(messages.detailsOf(name))}>
    <PanelRight size={14} aria-hidden />
  </span>
);

export const PageLink = ({ href, name }: { href: string; name: string }) => (
  <a
    {...{ [PAGE]: href }}
    href={base + href}
    tabIndex={-1}
    aria-label={messages.detailsOf(name)}
    className={look}
    {...hint(messages.detailsOf(name))}
  >
    <PanelRight size={14} aria-hidden />
  </a>
);
