// The value that holds without an override, and where it comes from: "80 (from the node pve1)".
import { policyOf } from '@belfry/domain/alerts/policy';
import type { Policy } from '@belfry/domain/alerts/thresholds';
import type { AlertConfig, Override } from '@belfry/schema/alerts/config';
import { plainText } from '../../alert-config/plain-text.ts';
import { type FieldName, isField } from './fields.ts';
import { knownResource } from './known-resources.ts';
import { messages } from './messages.ts';
import { inheritedPolicy, isShared, sections } from './sections.ts';
import { type CellValue, inheritedValue, type Target } from './targets.ts';
import { inheritedText, originText, valueText } from './value-text.ts';

/** `key`: of the override. Undefined for a resource that is not known, because its tags and its node are not known either. */
export function inheritedByKey(config: AlertConfig, key: string, field: string): string | undefined {
  const target = targetOf(key, field);
  if (!target) return undefined;
  if (isField(field)) return inheritedByTarget(config, target, field);
  const policy = policyWithout(config, target);
  const text = flagText(policy, field);
  return text === undefined ? undefined : messages.from(text, originText(target, originOf(policy, field)));
}

export function inheritedByTarget(config: AlertConfig, target: Target, field: FieldName): string | undefined {
  const inherited = inheritedValue(config, target, field);
  if (!inherited) return undefined;
  const origin = target.kind === 'delays' ? messages.origins.delay : inheritedText(target, inherited);
  return messages.from(valueText(target, inherited.value), origin);
}

function targetOf(key: string, field: string): Exclude<Target, { kind: 'defaults' | 'delays' }> | undefined {
  if (!isShared(key)) return knownResource(key)?.target;
  return { kind: 'shared', section: field === 'usage' ? sections.storage : sections.guests, key };
}

const policyWithout = (config: AlertConfig, target: Exclude<Target, { kind: 'defaults' | 'delays' }>): Policy =>
  target.kind === 'resource'
    ? inheritedPolicy(config, target.subject)
    : policyOf({ ...config, overrides: {} }, { kind: target.section.kind, id: '' });

function originOf({ origins }: Policy, field: string): Pick<CellValue, 'from' | 'key'> {
  const origin = origins[field as keyof Override];
  if (!origin || origin.from === 'default' || origin.from === 'override') return { from: 'default' };
  return { from: origin.from, key: origin.key };
}

function flagText({ disabled, connectivityDisabled, poweredOffSeverity }: Policy, field: string): string | undefined {
  if (field === 'disabled') return plainText(!disabled);
  if (field === 'disableConnectivity') return plainText(!connectivityDisabled);
  return field === 'poweredOffSeverity' ? messages.offline[poweredOffSeverity] : undefined;
}
