import type { CaseListItem } from '@cusp/contract/case-list';
import type { StatusAction } from '@cusp/contract/cases';
import { type StatusFilter, shownStatus } from '@cusp/dental/case-status';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';

/** The cases of one status or day. */
export interface Pile<Place extends string> {
  place: Place;
  rows: readonly CaseListItem[];
  /** May be more than the loaded rows. */
  total: number;
}

/** All cases of the piles, in their order. */
export const rowsIn = (piles: readonly Pick<Pile<string>, 'rows'>[]): CaseListItem[] =>
  piles.flatMap(({ rows }) => rows);

/** Cases that are being moved to another place, by id. */
export type Moves<Place extends string> = ReadonlyMap<number, { item: CaseListItem; to: Place }>;

/** The moves, and those that wait for a connection. */
export function withPlanned(
  moves: Moves<StatusFilter>,
  planned: ReadonlyMap<number, StatusAction>,
  rows: readonly CaseListItem[],
): Moves<StatusFilter> {
  if (planned.size === 0) return moves;
  const waiting = rows.flatMap((item) => {
    const action = planned.get(item.id);
    return action ? [[item.id, { item, to: shownStatus(action) }] as const] : [];
  });
  return new Map([...waiting, ...moves]);
}

/** The piles after all pending moves: a moved case is first in its new place. */
export function afterMoves<Place extends string>(
  piles: readonly Pile<Place>[],
  moves: Moves<Place>,
): readonly Pile<Place>[] {
  if (moves.size === 0) return piles;
  return piles.map(({ place, rows, total }) => {
    const staying = rows.filter(({ id }) => (moves.get(id)?.to ?? place) === place);
    const arriving = [...moves.values()].flatMap(({ item, to }) =>
      to === place && !rows.some(({ id }) => id === item.id) ? item : [],
    );
    return {
      place,
      rows: [...arriving, ...staying],
      total: total - (rows.length - staying.length) + arriving.length,
    };
  });
}

/** Shows moved cases in their new place during the change and until the new rows have arrived. */
export function useMoves<Place extends string>() {
  const queries = useQueryClient();
  const [moves, setMoves] = useState<Moves<Place>>(new Map());
  const start = useCallback(
    async (item: CaseListItem, to: Place, change: () => Promise<unknown>): Promise<void> => {
      setMoves((before) => new Map(before).set(item.id, { item, to }));
      try {
        await change();
        await queries.invalidateQueries({ queryKey: ['cases'] }, { cancelRefetch: false });
      } finally {
        setMoves((before) => new Map([...before].filter(([id]) => id !== item.id)));
      }
    },
    [queries],
  );
  return { moves, start };
}
