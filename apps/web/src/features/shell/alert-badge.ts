// What the browser shows outside the page: the number of problems that nobody has, on the icon of the installed app, and the worst of
// them on the icon of the tab, by shape.
import { useEffect } from 'react';
import { base } from '../../lib/base.ts';
import { useOpenProblems } from '../../live/use-problems.ts';

const ICONS = { none: '/belfry.svg', warning: '/belfry-warning.svg', critical: '/belfry-critical.svg' };

export function AlertBadge(): null {
  const problems = useOpenProblems();
  const count = problems.length;
  const worst = problems[0]?.level ?? 'none';
  useEffect(() => {
    // only installed apps have a badge; other browsers refuse it or do not know it
    if ('setAppBadge' in navigator) void navigator.setAppBadge(count).catch(() => undefined);
  }, [count]);
  useEffect(() => {
    document.querySelector('link[rel="icon"]')?.setAttribute('href', base + ICONS[worst]);
  }, [worst]);
  return null;
}
