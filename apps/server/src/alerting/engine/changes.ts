// Which entities of a list changed since the last evaluation. Entities that did not change are the same object.

interface Entity {
  id: string;
}

export interface Changes<E extends Entity> {
  /**
   * Both lists are sorted by id. Entities for which `also` is true count as changed too; `true`: all of them. What `changed` or `removed`
   * throw for one entity does not end the others; that entity is called again the next time. Returns what was thrown.
   */
  next(
    list: readonly E[],
    also: boolean | ((entity: E) => boolean),
    changed: (entity: E, isNew: boolean) => void,
    removed: (id: string) => void,
  ): readonly unknown[];
}

const NOTHING: readonly unknown[] = [];

export function createChanges<E extends Entity>(): Changes<E> {
  let before: readonly E[] = [];
  /** Entities that threw the last time, by id: whether they were new, or `gone`. */
  let failed = new Map<string, boolean | 'gone'>();
  return {
    next(list, also, changed, removed) {
      if (list === before && also === false && failed.size === 0) return NOTHING;
      const isAlso = typeof also === 'function' ? also : () => also;
      const errors: unknown[] = [];
      const again = new Map<string, boolean | 'gone'>();
      const change = (entity: E, isNew: boolean) => {
        try {
          changed(entity, isNew);
        } catch (error) {
          again.set(entity.id, isNew);
          errors.push(error);
        }
      };
      const remove = (id: string) => {
        try {
          removed(id);
        } catch (error) {
          again.set(id, 'gone');
          errors.push(error);
        }
      };
      let place = 0;
      for (const entity of list) {
        let known = before[place];
        // Most entities are the same, and comparing ids takes longer.
        if (known !== entity) for (; known && known.id < entity.id; known = before[++place]) remove(known.id);
        const isKnown = known?.id === entity.id;
        if (isKnown) place++;
        const was = failed.size === 0 ? undefined : failed.get(entity.id);
        if (known !== entity || was !== undefined || isAlso(entity)) change(entity, !isKnown || was === true);
      }
      for (; place < before.length; place++) remove((before[place] as E).id);
      for (const [id, how] of failed) if (how === 'gone' && !again.has(id) && !has(list, id)) remove(id);
      before = list;
      failed = again;
      return errors;
    },
  };
}

const has = (list: readonly Entity[], id: string): boolean => list.some((entity) => entity.id === id);
