// How many problems nobody has yet.
import { useOpenProblems } from '../../live/use-problems.ts';

export function OpenAlertsCount() {
  return useOpenProblems().length || null;
}
