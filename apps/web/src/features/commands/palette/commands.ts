// The commands that only the palette offers: screens, pages, and actions that have no keys.
import { kinds, nodeTypes } from '@belfry/schema/config/kinds';
import { useQuery } from '@tanstack/react-query';
import { entry, leave } from '../../../api/entry.ts';
import { useShareTheme } from '../../../api/share-theme.ts';
import { type Command, currentCommands } from '../../../lib/commands.ts';
import { chooseLanguage } from '../../../lib/draft/choose-language.ts';
import { languageNames, languagePref } from '../../../lib/language/language.ts';
import { useMay } from '../../../lib/may.ts';
import { usePref } from '../../../lib/prefs.ts';
import { type Theme, themePref } from '../../../lib/theme.ts';
import { useLiveStore } from '../../../live/use-live.ts';
import type { Area } from '../../../ui/area/pages.ts';
import { messages } from '../messages.ts';
import type { Choice } from './choice.ts';

type Go = (address: string) => void;
type PaletteCommand = Pick<Command, 'id' | 'name' | 'words' | 'when' | 'run' | 'keys'> & {
  group: NonNullable<Command['group']>;
};

const screens = {
  overview: '/proxmox/overview',
  storage: '/proxmox/storage?tab=pools',
  disks: '/proxmox/storage?tab=disks',
  protection: '/proxmox/backups/protection',
  backups: '/proxmox/backups',
  drills: '/proxmox/backups/tests',
  reports: '/proxmox/backups/reports',
  nodeLoss: '/proxmox/node-loss',
  mail: '/proxmox/mail',
  docker: '/docker',
  journal: '/journal',
};

/** All commands that can be used now, as choices. `areas` are the parts of the product with pages of their own. */
export function useCommandChoices(areas: readonly Area[], go: Go): () => Choice[] {
  const actions = useActions(go);
  const live = useLiveStore();
  return () => {
    const mail = (live.get().state?.pmg.length ?? 0) > 0;
    const own: PaletteCommand[] = [
      ...(Object.keys(screens) as (keyof typeof screens)[]).map((id) => ({
        id: `screen/${id}`,
        name: () => messages.screens[id],
        words: () => messages.screenWords[id],
        group: 'screens' as const,
        when: () => id !== 'mail' || mail,
        run: () => go(screens[id]),
      })),
      ...areas.flatMap(({ route, label, groups }) => {
        const base = route.slice(0, -1);
        return groups.flatMap(({ name: group, pages }) =>
          pages.map(({ path, title, description }) => ({
            id: `page${base}${path}`,
            name: title,
            words: () => `${label()} ${group()} ${description()}`,
            group: base === '/settings/' ? ('settings' as const) : ('screens' as const),
            run: () => go(`${base}${path}`),
          })),
        );
      }),
      ...actions,
    ];
    const registered = currentCommands().filter((each): each is Command & PaletteCommand => each.group !== undefined);
    return [...registered, ...own.filter(({ when }) => when?.() ?? true)].map(asChoice);
  };
}

const asChoice = ({ id, name, words, group, keys, run }: PaletteCommand): Choice => ({
  key: `command:${id}`,
  group,
  name: name(),
  what: '',
  where: '',
  words: words?.() ?? '',
  keys,
  run: () => run?.(),
});

function useActions(go: Go): PaletteCommand[] {
  const [theme, setTheme] = usePref(themePref);
  const [language] = usePref(languagePref);
  const shareTheme = useShareTheme();
  const live = useLiveStore();
  const who = useQuery(entry).data;
  const mayConfigure = useMay('configure');
  const action = (id: string, name: () => string, run: () => void, more: Partial<PaletteCommand> = {}) => ({
    id,
    name,
    run,
    group: 'actions' as const,
    ...more,
  });
  const themed = (wanted: Theme | 'system') =>
    action(
      `theme/${wanted}`,
      () => messages[wanted],
      () => {
        setTheme(wanted);
        if (wanted !== 'system') shareTheme(wanted);
      },
      { words: () => messages.themeWords, when: () => theme !== wanted },
    );
  const adding = (path: string, product: string) =>
    action(
      `add/${path}`,
      () => messages.addHost(product),
      () => go(`/settings/${path}?add=yes`),
      { words: () => messages.addWords, when: () => mayConfigure },
    );
  const logoutUrl = who?.screen === 'app' && who.ends ? who.logoutUrl : undefined;
  return [
    ...nodeTypes.map((type) => adding(type, kinds[type].title)),
    adding('docker', messages.docker),
    themed('light'),
    themed('dark'),
    themed('system'),
    ...languageNames.map(([tag, name]) =>
      action(
        `language/${tag}`,
        () => messages.language(name),
        () => chooseLanguage(tag),
        { when: () => language !== tag },
      ),
    ),
    action('reconnect', () => messages.reconnect, live.reconnect, {
      when: () => live.get().connection.state !== 'connected',
    }),
    action(
      'logout',
      () => messages.logout,
      () => void leave(logoutUrl ?? ''),
      {
        words: () => messages.logoutWords,
        when: () => logoutUrl !== undefined,
      },
    ),
  ];
}
