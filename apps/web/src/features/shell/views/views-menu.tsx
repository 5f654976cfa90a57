// The menu of saved views beside the tabs. Its content is loaded when it is opened.
import { Bookmark } from 'lucide-react';
import { Suspense } from 'react';
import { IconButton } from '../../../ui/button.tsx';
import { late } from '../../../ui/late.ts';
import { Popover } from '../../../ui/popover.tsx';
import { messages } from '../messages.ts';

const ViewsPanel = late(async () => (await import('./views-panel.tsx')).ViewsPanel);

export const ViewsMenu = () => (
  <Popover
    title={messages.views}
    className="w-88"
    trigger={(props) => (
      <IconButton label={messages.views} {...props}>
        <Bookmark size={15} />
      </IconButton>
    )}
  >
    {(close) => (
      <Suspense>
        <ViewsPanel onClose={close} />
      </Suspense>
    )}
  </Popover>
);
