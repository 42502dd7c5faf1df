import type { ReplyFrom } from '@cusp/contract/endpoints';
import { moveState } from '@cusp/contract/region-move.routes';
import { asksForRegion } from '../../brand/app-info.ts';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { useCall } from '../../client/use-call.ts';

export type MoveState = ReplyFrom<typeof moveState>;
export type Move = NonNullable<MoveState['move']>;

const RUNNING: readonly Move['step'][] = ['copying', 'frozen', 'committed'];
/** Percent and steps arrive as live events; this polls for pages whose live updates are off or interrupted. */
const EVERY_MS = 15_000;

export const isRunning = (move: Move | null | undefined): move is Move =>
  move !== null && move !== undefined && RUNNING.includes(move.step);

/** The person's latest move; not requested if people cannot choose a region, or unless it is wanted. */
export function useMove(isWanted = true) {
  const enabled = useMayCall(moveState) && asksForRegion() && isWanted;
  return useCall(moveState, {}, ['region-move', 'state'], {
    enabled,
    refetchInterval: ({ state }) => (isRunning(state.data?.move) ? EVERY_MS : false),
  });
}
