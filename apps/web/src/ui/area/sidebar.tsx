// The navigation of an area. Collapsed it shows icons, and also names while the pointer or the focus is in it.
import { Link } from '@tanstack/react-router';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useAtLeast } from '../../lib/breakpoint.ts';
import { usePathname } from '../../lib/pathname.ts';
import { usePref } from '../../lib/prefs.ts';
import { IconButton } from '../button.tsx';
import { messages } from './messages.ts';
import { type Area, pageAt, pagesOf } from './pages.ts';

const item =
  'flex items-center gap-2.5 rounded-md px-2.5 font-medium whitespace-nowrap text-soft hover:bg-hover hover:text-text aria-[current=page]:bg-raise aria-[current=page]:text-text aria-[current=page]:shadow-[inset_0_0_0_1px_var(--color-line)]';

export function Sidebar({ area }: { area: Area }) {
  const [chosen, setCollapsed] = usePref(area.collapsed);
  // a small window has its width for the page
  const isWide = useAtLeast()('lg');
  const collapsed = chosen || !isWide;
  const pathname = usePathname();
  const strip = useRef<HTMLElement>(null);
  // on a phone the strip is wider than the window
  useEffect(() => {
    strip.current
      ?.querySelector(`[href$="/${pageAt(area, pathname)?.path}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [area, pathname]);
  return (
    <>
      <nav
        ref={strip}
        aria-label={area.label()}
        className="flex shrink-0 gap-1 overflow-x-auto border-b border-line bg-panel px-(--pad) py-1 [scrollbar-width:none] md:hidden"
      >
        {pagesOf(area).map(({ path, name, Count }) => (
          <Link key={path} to={area.route} params={{ _splat: path }} className={`${item} h-10`}>
            {name()}
            {Count && (
              <span className="text-xs text-mute tabular-nums">
                <Count />
              </span>
            )}
          </Link>
        ))}
      </nav>
      <div className={`relative shrink-0 max-md:hidden ${collapsed ? 'w-14' : 'w-52'}`}>
        <nav
          aria-label={area.label()}
          className={`group/side absolute inset-y-0 left-0 z-10 flex flex-col gap-4 overflow-hidden border-r border-line bg-panel px-2 py-3 ${collapsed ? 'w-14 hover:w-52 has-focus-visible:w-52 hover:shadow-float' : 'w-52'}`}
        >
          {area.groups.map(({ name, pages }) => (
            <div key={name()} className="flex flex-col gap-0.5">
              <h2 className={`px-2.5 pb-1 text-xs font-semibold tracking-wide text-mute ${quiet(collapsed)}`}>
                {name()}
              </h2>
              {pages.map(({ path, name, icon: Icon, Count }) => (
                <Link key={path} to={area.route} params={{ _splat: path }} className={`${item} h-8`}>
                  <Icon size={15} className="shrink-0" aria-hidden />
                  <span className={`flex-1 ${quiet(collapsed)}`}>{name()}</span>
                  {Count && (
                    <span className={`text-xs text-mute tabular-nums ${quiet(collapsed)}`}>
                      <Count />
                    </span>
                  )}
                </Link>
              ))}
            </div>
          ))}
          <span className="flex-1" />
          <IconButton
            label={collapsed ? messages.keepOpen : messages.collapse}
            className="self-start max-lg:hidden"
            onClick={() => setCollapsed(!collapsed)}
          >
            {collapsed ? <PanelLeftOpen size={15} /> : <PanelLeftClose size={15} />}
          </IconButton>
        </nav>
      </div>
    </>
  );
}

/** When the sidebar is collapsed, the names are available to the pointer, the keyboard and screen readers. */
const quiet = (collapsed: boolean): string =>
  collapsed ? 'opacity-0 group-hover/side:opacity-100 group-has-focus-visible/side:opacity-100' : '';
