// What the far side answered to a test, in its own words.
import { timeOfDay } from '../../../lib/moment.ts';
import { Problem } from '../../../ui/problem.tsx';
import { messages } from './messages.ts';

interface TestResultProps {
  /** After a success. */
  answer: string | undefined;
  failure: string | undefined;
  /** When the test began, epoch ms. */
  at: number;
}

export function TestResult({ answer, failure, at }: TestResultProps) {
  if (answer === undefined && failure === undefined) return null;
  return (
    <Problem tone={failure === undefined ? 'ok' : 'crit'}>
      <b className="font-medium">{failure === undefined ? messages.testAccepted : messages.testRefused}</b>{' '}
      <span className="text-mute tabular-nums">{timeOfDay(at)}</span>
      <span className="block font-mono text-xs">{failure ?? answer}</span>
    </Problem>
  );
}
