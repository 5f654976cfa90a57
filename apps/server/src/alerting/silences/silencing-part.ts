// Silences and maintenance windows as a part of the configuration that is exported.

import { ok } from '@belfry/domain/result';
import { MaintenanceWindow, Silence, SilenceInput, WindowSchedule } from '@belfry/schema/alerts/silences';
import * as z from 'zod';
import type { ConfigPart } from '../../db/config-part.ts';
import { firstProblem } from '../../lib/invalid-input.ts';
import { refuse } from '../../lib/refusal.ts';
import { MOST, type Silencing } from './silencing.ts';

const Instant = z.iso.datetime({ offset: true });

/** Has the same limits as the input of a user. */
const Content = z.object({
  silences: z
    .array(Silence.extend({ reason: SilenceInput.shape.reason, since: Instant, until: Instant }))
    .max(MOST.silences),
  windows: z.array(MaintenanceWindow.extend({ schedule: WindowSchedule })).max(MOST.windows),
});

export const silencingPart = (silencing: Pick<Silencing, 'silences' | 'windows' | 'prepare'>): ConfigPart => ({
  name: 'silencing',
  read: () => ({ silences: silencing.silences(), windows: silencing.windows() }),
  prepare(found) {
    const parsed = Content.safeParse(found);
    if (parsed.success) return ok(silencing.prepare(parsed.data));
    return refuse('bad_request', { id: 'file.silences', values: { problem: firstProblem(parsed.error) } });
  },
});
