// Leads from a screen without anything to show to the settings where hosts are added.
import { nodeTypes } from '@belfry/schema/config/kinds';
import { Link } from '@tanstack/react-router';
import { messages } from './messages.ts';

export const NodesLink = () => (
  <Link
    to="/settings/$kind"
    params={{ kind: nodeTypes[0] }}
    className="inline-flex h-9 items-center rounded-md border border-line bg-panel px-4 font-medium text-text hover:bg-hover max-md:h-10"
  >
    {messages.toSettings}
  </Link>
);
