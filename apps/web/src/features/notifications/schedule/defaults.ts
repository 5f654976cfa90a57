// The schedule of a fresh installation, as changes to the configuration.
import type { AlertConfig } from '@belfry/schema/alerts/config';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { type ConfigPath, differences, valueAt, withValues } from '../../../alert-config/config-path.ts';

export const toDefaults = (config: AlertConfig): [ConfigPath, unknown][] =>
  differences(config, withValues(config, [[['schedule'], factoryConfig.schedule]])).map((path) => [
    path,
    valueAt(factoryConfig, path),
  ]);
