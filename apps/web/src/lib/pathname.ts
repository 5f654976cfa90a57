// The path of the screen.
import { useLocation } from '@tanstack/react-router';

/** Renders again when the path changes, and not with each letter of a search, which changes the rest of the URL. */
export const usePathname = (): string => useLocation({ select: ({ pathname }) => pathname });
