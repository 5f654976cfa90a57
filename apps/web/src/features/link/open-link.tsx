import { Link2Off, Unplug } from 'lucide-react';
import { createRoot } from 'react-dom/client';
import { ApiError, call } from '../../api/client.ts';
import { base } from '../../lib/base.ts';
import { loadLanguage } from '../../lib/language/language.ts';
import { stringifySearch } from '../../lib/view/search-text.ts';
import { Notice } from '../../ui/notice.tsx';
import { messages } from './messages.ts';

const TRY_AGAIN_MS = 5_000;

export async function openLink(element: HTMLElement): Promise<void> {
  await loadLanguage();
  const root = createRoot(element);
  root.render(<Notice title={messages.opening} />);
  const secret = location.hash.slice(1);
  const attempt = async (): Promise<void> => {
    try {
      const { screen, params } = await call('POST /api/view-links/open', { body: { secret } });
      location.replace(base + screen + stringifySearch({ ...params, kiosk: '1' }));
    } catch (error) {
      const refused = error instanceof ApiError && (error.status === 404 || error.status === 400);
      // a screen on a wall starts by itself, perhaps before the server
      if (!refused) setTimeout(attempt, TRY_AGAIN_MS);
      root.render(refused ? <Invalid /> : <Waiting />);
    }
  };
  await attempt();
}

const Waiting = () => (
  <Notice icon={<Unplug />} title={messages.waiting} urgent>
    <p>{messages.waitingHint}</p>
  </Notice>
);

const Invalid = () => (
  <Notice icon={<Link2Off />} title={messages.invalid} urgent>
    <p>{messages.invalidHint}</p>
    <a href={`${base}/`} className="font-medium text-brand hover:underline">
      {messages.signIn}
    </a>
  </Notice>
);
