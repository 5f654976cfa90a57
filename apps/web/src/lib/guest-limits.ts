// The thresholds of guests.
import { guestSubject } from '@belfry/domain/alerts/subjects';
import { createLimits } from './limits.ts';

export const guestLimits = createLimits(guestSubject);
