// Product, platforms, theme, connection.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Keyboard, Moon, Search, Sun } from 'lucide-react';
import { version } from '../../api/monitoring.ts';
import { useShareTheme } from '../../api/share-theme.ts';
import { runCommand } from '../../lib/commands.ts';
import { useTheme } from '../../lib/theme.ts';
import { IconButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { hint } from '../../ui/hint.tsx';
import { Logo } from '../../ui/logo.tsx';
import { ConnectionIndicator } from './connection-indicator.tsx';
import { messages } from './messages.ts';
import { PlatformTabs } from './platform-tabs.tsx';
import { SystemTabs } from './system-tabs.tsx';
import { User } from './user.tsx';
import { ViewsMenu } from './views/views-menu.tsx';

export function Header() {
  const { data } = useQuery(version);
  const [theme, setTheme] = useTheme();
  const shareTheme = useShareTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  const toggle = () => {
    setTheme(other);
    shareTheme(other);
  };
  const isCandidate = data?.channel === 'rc';
  return (
    <header className="flex h-11 shrink-0 items-center gap-1 border-b border-line bg-panel bar-x max-[430px]:gap-0 max-[360px]:px-1.5">
      <Link
        to="/"
        className="relative mr-4 flex items-center gap-2 text-lg font-[650] tracking-tight max-md:mr-1.5 max-[360px]:mr-0"
        // on the link and not on the mark, because the keyboard reaches only the link
        {...(isCandidate && hint(messages.rcHint))}
      >
        {/* a phone has room for the mark only, which then has the colour of the candidate */}
        <Logo className={isCandidate ? 'size-5 max-[430px]:stroke-warn!' : 'size-5'} />
        {/* a phone has no room for the name beside seven buttons that are wide enough for a thumb */}
        <span className="max-[430px]:sr-only">{messages.product}</span>
        {isCandidate && (
          <>
            {/* on a phone it lies on the logo */}
            <Chip className="text-warn max-[430px]:absolute max-[430px]:-right-1.5 max-[430px]:-bottom-1.5 max-[430px]:border-0 max-[430px]:bg-panel max-[430px]:px-0.5 max-[430px]:leading-3">
              {messages.rc}
            </Chip>
            <span className="sr-only">: {messages.rcHint}</span>
          </>
        )}
      </Link>
      <PlatformTabs />
      {/* a narrow phone has the saved views in the search */}
      <span className="contents max-[430px]:hidden">
        <ViewsMenu />
      </span>
      <span className="flex-1" />
      <SystemTabs />
      <IconButton label={messages.find} className="max-[360px]:w-8" onClick={() => runCommand('palette')}>
        <Search size={15} />
      </IconButton>
      <span className="contents max-md:hidden">
        <IconButton label={messages.keys} onClick={() => runCommand('keys')}>
          <Keyboard size={15} />
        </IconButton>
      </span>
      {/* a narrow phone has the theme in the search */}
      <span className="contents max-[430px]:hidden">
        <IconButton label={messages[other]} onClick={toggle}>
          {theme === 'dark' ? <Sun size={15} /> : <Moon size={15} />}
        </IconButton>
      </span>
      <ConnectionIndicator />
      <User />
    </header>
  );
}
