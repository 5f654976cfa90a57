// What happens in the scripted time, in hours after its begin. Times are odd, so that no step of the history begins or ends with them. The
// first hours have each thing once; longer scripts go on by chance, and the same seed gives the same script.
import { seeded } from '@belfry/domain/forecast/testing/seeded';

export type Deed =
  | { do: 'stop' | 'start' | 'remove'; guest: string }
  | { do: 'rename'; guest: string; to: string }
  | { do: 'move'; guest: string; to: string }
  /** A guest with the number of a removed one. */
  | { do: 'remake'; guest: string; as: string }
  | { do: 'make'; as: string; vmid: number; node: string }
  | { do: 'lose' | 'return'; node: string }
  | { do: 'cut' | 'join'; node: string }
  | { do: 'off' | 'on' }
  /** The hosts do not keep tasks for ever. */
  | { do: 'forget' }
  /** Somebody acknowledges the alert about it, by a part of its text. */
  | { do: 'acknowledge'; resource: string; what: string };
/** Parts of the texts of alerts. */
export const [POWERED_OFF, OFFLINE, NO_QUORUM, NO_ANSWER] = [
  'is powered off on',
  'is offline.',
  'has no quorum',
  'answers with an error',
] as const;

export interface Happening {
  at: number;
  deed: Deed;
}
/** `guest`: whose outages it is about. Hours. */
interface AgreedWindow {
  guest: string;
  from: number;
  until: number;
}
export interface MonthScript {
  happenings: Happening[];
  windows: AgreedWindow[];
}

/** Guests by the parts that they play. All of them run at first. */
export interface Roles {
  unsteady: string[];
  maintained: string;
  renamed: string;
  moved: string;
  removed: string;
  remade: string;
}

/** `clock('5:03:17')`: hours. */
const clock = (text: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  return hours + minutes / 60 + seconds / 3600;
};

export function scriptOf(
  days: number,
  roles: Roles,
  places: { lost: string; target: string; single: string },
): MonthScript {
  const happenings: Happening[] = [];
  const add = (at: string | number, deed: Deed) =>
    happenings.push({ at: typeof at === 'string' ? clock(at) : at, deed });
  const [first = '', ...others] = roles.unsteady;
  add('3:03:17', { do: 'stop', guest: first });
  add('3:41:48', { do: 'start', guest: first });
  add('3:25:40', { do: 'acknowledge', resource: first, what: POWERED_OFF });
  add('3:20:20', { do: 'stop', guest: roles.maintained });
  add('5:05:10', { do: 'start', guest: roles.maintained });
  const windows: AgreedWindow[] = [{ guest: roles.maintained, from: clock('3:34'), until: clock('4:53') }];
  add('5:15:05', { do: 'lose', node: places.lost });
  add('5:31:10', { do: 'acknowledge', resource: places.lost, what: OFFLINE });
  add('5:46:30', { do: 'return', node: places.lost });
  add('6:20:40', { do: 'cut', node: places.single });
  add('6:57:15', { do: 'join', node: places.single });
  add('7:11:30', { do: 'off' });
  add('7:54:30', { do: 'on' });
  add('8:20:10', { do: 'rename', guest: roles.renamed, to: 'a-new-name' });
  add('8:31:40', { do: 'move', guest: roles.moved, to: places.target });
  add('8:41:20', { do: 'remove', guest: roles.removed });
  add('9:04:50', { do: 'remove', guest: roles.remade });
  add('9:40:25', { do: 'remake', guest: roles.remade, as: 'made-again' });
  add('9:52:35', { do: 'make', as: 'newcomer', vmid: 950, node: places.single });
  add('10:02:00', { do: 'forget' });

  const random = seeded(40);
  for (let day = 1; day < days; day++) {
    // Backups are made between one and three.
    const at = (from: number) => 24 * day + from + random() * 1.7;
    for (const guest of [first, ...others]) {
      if (random() < 0.6) continue;
      const stopped = at(4);
      add(stopped, { do: 'stop', guest });
      const back = stopped + 0.1 + random() * 3;
      add(back, { do: 'start', guest });
      if (back - stopped > 1)
        add(stopped + 0.2 + random() / 2, { do: 'acknowledge', resource: guest, what: POWERED_OFF });
    }
    if (day % 5 === 3) {
      const lost = at(11);
      add(lost, { do: 'lose', node: places.lost });
      add(lost + 0.2 + random(), { do: 'return', node: places.lost });
    }
    if (day % 4 === 1) {
      const cut = at(14);
      add(cut, { do: 'cut', node: places.single });
      add(cut + 0.2 + random(), { do: 'join', node: places.single });
    }
    if (day % 7 === 2) {
      const off = at(17);
      add(off, { do: 'off' });
      add(off + 0.3 + random(), { do: 'on' });
    }
    if (day % 6 === 4) {
      const stopped = at(20);
      add(stopped, { do: 'stop', guest: roles.maintained });
      add(stopped + 1.4, { do: 'start', guest: roles.maintained });
      windows.push({ guest: roles.maintained, from: stopped + 0.37, until: stopped + 1.13 });
    }
  }
  return { happenings: happenings.sort((a, b) => a.at - b.at), windows };
}
