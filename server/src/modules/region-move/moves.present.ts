import type { Move } from '@cusp/contract/region-move';
import { serverLocOf } from '../../platform/region/region.ts';
import { otherRegion } from '../../platform/region/signed-request.ts';
import type { Services } from '../../platform/services.ts';
import type { ImportRow } from './import-step.sql.ts';
import type { MoveRow } from './source-step.sql.ts';

const moment = (at: Date | null): string | null => at?.toISOString() ?? null;

const FAILURES = ['address_taken', 'file_lost', 'no_room', 'busy', 'not_activated', 'took_too_long'] as const;
const failureOf = (failure: string | null): Move['failure'] =>
  failure === null ? null : (FAILURES.find((known) => known === failure) ?? 'rejected');

/** A move out of this region. */
export const presentMove = ({ config }: Pick<Services, 'config'>, move: MoveRow): Move => ({
  id: move.id,
  step: move.step,
  is_paused: move.is_paused,
  from: serverLocOf(config.region),
  to: serverLocOf(move.to_region),
  cases_mv_percent: move.percent,
  ...move.totals,
  people: move.circle.length,
  asked_at: move.asked_at.toISOString(),
  ended_at: moment(move.ended_at ?? move.arrived_at),
  failure: failureOf(move.failure),
});

/** A move that brought people into this region. */
export const presentArrival = ({ config }: Pick<Services, 'config'>, row: ImportRow): Move => ({
  id: row.move_id,
  step: row.certificate ? 'erased' : 'arrived',
  is_paused: false,
  from: serverLocOf(otherRegion(config.region)),
  to: serverLocOf(config.region),
  cases_mv_percent: 100,
  ...row.totals,
  people: row.circle.length,
  asked_at: row.asked_at.toISOString(),
  ended_at: moment(row.ended_at),
  failure: null,
});
