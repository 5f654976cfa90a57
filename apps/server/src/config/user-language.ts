// The language in which the commands on the machine itself speak. It stands apart from `env.ts`, because a collector needs nothing else of it.
import { languageOfEnv } from '@belfry/domain/sentences/user-language';

export const readLanguage = () => languageOfEnv(process.env);
