// A setting that every open browser follows at once.
import * as z from 'zod';

const theme = z.object({ theme: z.enum(['', 'light', 'dark']) });
export const SettingsUpdate = z.object({ type: z.literal('settingsUpdate'), data: theme });
export const ThemeChanged = z.object({ type: z.literal('theme_changed'), data: theme });
