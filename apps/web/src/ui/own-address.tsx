// A name that leads out of Belfry: to the web interface of a node, or to the address of a guest. The arrow says so in every table.
import { ExternalLink } from 'lucide-react';

interface OwnAddressProps {
  href: string;
  name: string;
  className?: string;
  /** What the arrow says to a screen reader. Without it, the link has the name alone. */
  label?: string;
  title?: string;
}

export const OwnAddress = ({ href, name, className = '', label, title }: OwnAddressProps) => (
  <a
    href={href}
    target="_blank"
    rel="noreferrer"
    title={title}
    className={`group/link hover:text-brand hover:underline ${className}`}
  >
    {name}
    <ExternalLink
      size={11}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      className="ml-1 inline-block align-[-1px] text-mute group-hover/link:text-brand"
    />
  </a>
);
