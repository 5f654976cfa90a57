// Which entities of a list changed since the last evaluation. Entities that did not change are the same object.

interface Entity {
  id: string;
}

export interface Changes<E extends Entity> {
  /** Both lists are sorted by id. With `all`, every entity counts as changed. */
  next(
    list: readonly E[],
    all: boolean,
    changed: (entity: E, isNew: boolean) => void,
    removed: (id: string) => void,
  ): void;
}

export function createChanges<E extends Entity>(): Changes<E> {
  let before: readonly E[] = [];
  return {
    next(list, all, changed, removed) {
      if (list === before && !all) return;
      const old = before;
      before = list;
      let place = 0;
      for (const entity of list) {
        let known = old[place];
        for (; known && known.id < entity.id; known = old[++place]) removed(known.id);
        const isKnown = known?.id === entity.id;
        if (isKnown) place++;
        if (all || !isKnown || known !== entity) changed(entity, !isKnown);
      }
      for (; place < old.length; place++) removed((old[place] as E).id);
    },
  };
}
