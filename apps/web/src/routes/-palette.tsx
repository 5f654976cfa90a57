// The palette with the pages of all areas. Only a route knows all features.

import { alerts } from '../features/alerts/area.ts';
import type { PaletteProps } from '../features/commands/commands.tsx';
import { Palette as Base } from '../features/commands/palette/palette.tsx';
import { settings } from '../features/settings/pages.ts';

const areas = [alerts, settings];

export const Palette = (props: PaletteProps) => <Base areas={areas} {...props} />;
