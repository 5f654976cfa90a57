// The texts about agents: their version, and what to do where this server has none.
import { inLanguage } from '../../lib/language/in-language.ts';

export const messages = inLanguage('agents', {
  none: 'This server has no agent to hand out yet, so this command would fail. Run this in the folder of Belfry; it takes about a minute, and Belfry may keep running:',
  building: 'This server is building its agent, which takes about a minute. The command below works then.',
  buildFailed: 'This server could not build its agent; its log says why.',
  buildAgain: 'Build it again',
  make: 'npm run agents',
  makeName: 'command that builds the agents',
  again: 'Look again',
  early: 'a development build or an early release',
  image:
    'Or run the agent from the container image. The Docker settings have the command for that, under the steps by hand.',
});
