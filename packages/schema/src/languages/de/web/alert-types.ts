import type { messages } from '../../../../../../apps/web/src/ui/alerts/type-messages.ts';
import { typeNames } from '../sentences/types.ts';

export const alertTypes: typeof messages = {
  names: typeNames,
  name: (type) => (typeNames as Readonly<Record<string, string>>)[type] ?? type,
};
