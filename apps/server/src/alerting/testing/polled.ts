// Rules with the real state and engine: a test sets the reports of the polls of one instance, and reads the active alerts.
import type { AlertConfig } from '@belfry/schema/alerts/config';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import type { Findings, Slices } from '@belfry/schema/messages/observation';
import { heard } from '../../state/testing/observations.ts';
import type { AnyRuleSet } from '../engine/rule-set.ts';
import { createStage, type Stage } from './stage.ts';

export interface Polled {
  stage: Stage;
  /** The instance reports this in every poll for `seconds`. Returns the active alerts as `id level`, in order. */
  poll(slices: Slices, seconds?: number, more?: () => Partial<Findings>): Promise<string[]>;
  messages(): string[];
  restart(): Polled;
}

export const polled = (rules: () => readonly AnyRuleSet[], config: Partial<AlertConfig> = {}, instance = 'a'): Polled =>
  over(createStage({ rules: rules(), config: { ...factoryConfig, ...config } }), rules, instance);

const over = (stage: Stage, rules: () => readonly AnyRuleSet[], instance: string): Polled => ({
  stage,
  async poll(slices, seconds = 60, more = () => ({})) {
    for (let passed = 0; passed < seconds; passed += 10) {
      await stage.clock.advance(10_000);
      stage.observe(heard(instance, stage.clock.monotonic(), slices, more()));
    }
    return stage.state().activeAlerts.map(({ id, level }) => `${id} ${level}`);
  },
  messages: () => stage.state().activeAlerts.map(({ message }) => message),
  restart: () => over(stage.restart(rules()), rules, instance),
});
