// Other resources that belong to one, each a link to its page.
import { Link } from '@tanstack/react-router';
import { Panel } from '../../ui/detail.tsx';
import type { DetailPath, Sibling } from './detail.ts';

interface ResourceLinksProps {
  title: string;
  path: DetailPath;
  things: readonly (Sibling & { more: string })[];
}

export const ResourceLinks = ({ title, path, things }: ResourceLinksProps) => (
  <Panel title={title}>
    {/* a height that cuts a row in two, so that one sees that there are more */}
    <ul className="max-h-[21.5rem] overflow-auto [scrollbar-width:thin]">
      {things.map(({ id, name, more }) => (
        <li key={id} className="flex items-baseline justify-between gap-3 py-0.5 max-md:min-h-10">
          <Link to={path} params={{ id }} className="min-w-0 truncate hover:underline">
            {name}
          </Link>
          <span className="shrink-0 text-mute tabular-nums">{more}</span>
        </li>
      ))}
    </ul>
  </Panel>
);
