// The compiler asks for the name of each type of alert.
import { typeNames as names } from '@belfry/schema/sentences/types';
import type { AlertType } from './catalogue.ts';

export const typeNames: Readonly<Record<AlertType, string>> = names;
