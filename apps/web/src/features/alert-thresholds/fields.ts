// The values that a table of thresholds has cells for: their bounds, and what a typed text means.
import {
  containerBounds,
  MAX_MAILS,
  MAX_SECONDS,
  type MailNumber,
  type Metric,
  OFF,
  triggerBounds,
} from '@belfry/schema/alerts/bounds';
import type { Override, Threshold } from '@belfry/schema/alerts/config';
import { CLEAR_MARGIN, clearOf, factoryAges, factoryConfig } from '@belfry/schema/alerts/factory-config';
import { type GuestFigure, guestFigures } from '@belfry/schema/figures';

/** A field of an override with a number: a threshold, or a plain number. */
export type FieldName = Exclude<keyof Override, 'disabled' | 'disableConnectivity' | 'poweredOffSeverity' | 'name'>;

export const isMetric = (name: string): name is Metric => Object.hasOwn(triggerBounds, name);
const isContainerNumber = (name: string): name is keyof typeof containerBounds => Object.hasOwn(containerBounds, name);
const isMail = (name: string): name is MailNumber => Object.hasOwn(factoryConfig.pmgDefaults, name);

export const isField = (name: string): name is FieldName => isMetric(name) || isContainerNumber(name) || isMail(name);

/** A number may not be above it. */
const mostOf = (name: FieldName): number =>
  isMetric(name) ? triggerBounds[name] : isContainerNumber(name) ? containerBounds[name] : MAX_MAILS;

const WHOLE: ReadonlySet<string> = new Set(['restartCount', 'restartWindow']);
const isRate = (name: string): boolean =>
  Object.hasOwn(guestFigures, name) && guestFigures[name as GuestFigure].unit === 'rate';

/** What an Off cell offers when the user opens it. */
export function offeredFor(name: FieldName): number {
  if (isRate(name)) return 100;
  if (name === 'backupAge' || name === 'snapshotAge') return factoryAges[name].trigger;
  if (isContainerNumber(name)) return factoryConfig.dockerDefaults[name];
  return isMail(name) ? factoryConfig.pmgDefaults[name] : 80;
}

export const isOff = (value: number): boolean => value <= 0;

/** What a typed text means. `empty`: the inherited value. */
export type Typed =
  | { kind: 'value'; value: number }
  | { kind: 'empty' }
  | { kind: 'wrong'; why: 'number' | 'whole' | 'bounds'; least: number; most: number };

const EMPTY: Typed = { kind: 'empty' };

/** `off`: the words for a value that is off. */
export function readField(name: FieldName, text: string, off: readonly string[] = []): Typed {
  const typed = text.trim();
  if (typed === '') return EMPTY;
  const none = isMail(name) ? 0 : OFF;
  if (off.includes(typed.toLowerCase())) return { kind: 'value', value: none };
  const most = mostOf(name);
  const number = numberIn(typed);
  if (number === undefined) return { kind: 'wrong', why: 'number', least: none, most };
  // the numbers of mail gateways are rounded and not below 0
  const value = isMail(name) ? Math.max(0, Math.round(number)) : number;
  if (value < OFF || value > most) return { kind: 'wrong', why: 'bounds', least: none, most };
  if (WHOLE.has(name) && !Number.isInteger(value)) return { kind: 'wrong', why: 'whole', least: none, most };
  return { kind: 'value', value: isOff(value) ? none : value };
}

/** Whole seconds that a metric must be over its threshold. */
export function readDelay(text: string): Typed {
  if (text.trim() === '') return EMPTY;
  const value = numberIn(text.trim());
  const bounds = { least: 0, most: MAX_SECONDS };
  if (value === undefined) return { kind: 'wrong', why: 'number', ...bounds };
  if (value < 0 || value > MAX_SECONDS) return { kind: 'wrong', why: 'bounds', ...bounds };
  return Number.isInteger(value) ? { kind: 'value', value } : { kind: 'wrong', why: 'whole', ...bounds };
}

/**
 * `85`, `85.5`, `85,5`, also with a unit from a spreadsheet: `85 %`. A comma before three digits may separate thousands, so
 * such a text is no number.
 */
export function numberIn(text: string): number | undefined {
  const match = /^([+\-−]?)(\d+(?:[.,]\d*)?|[.,]\d+)\s*(?:%|°C|MB\/s|s|min|d)?$/i.exec(text);
  const digits = match?.[2];
  if (digits === undefined || /,\d{3}$/.test(digits)) return undefined;
  const value = Number(digits.replace(',', '.'));
  return match?.[1] === '-' || match?.[1] === '−' ? -value : value;
}

/**
 * As the configuration stores it. A threshold that was overridden keeps its own critical level as long as that is not below the
 * trigger.
 */
export function storedValue(
  name: FieldName,
  value: number,
  before: unknown,
  margin = CLEAR_MARGIN,
): Threshold | number {
  if (!isMetric(name)) return value;
  if (isOff(value)) return { trigger: OFF, clear: 0 };
  const critical = isThreshold(before) ? before.critical : undefined;
  const keeps = critical !== undefined && critical >= value;
  return { trigger: value, clear: clearOf(value, margin), ...(keeps && { critical }) };
}

export const isThreshold = (value: unknown): value is Threshold =>
  typeof value === 'object' && value !== null && 'trigger' in value;

/** The number that a cell shows of a stored value. */
export const shownNumber = (stored: unknown): number =>
  isThreshold(stored) ? stored.trigger : typeof stored === 'number' ? stored : OFF;

/** Every field reads it as off. */
export const OFF_TEXT = String(OFF);
