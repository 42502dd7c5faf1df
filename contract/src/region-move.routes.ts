import { route } from './endpoint.ts';
import { STAFF_AREAS } from './staff.routes.ts';

/**
 * Why a move cannot begin.
 * - `one_region`: there is no other region. `same_region`: the data of that country is kept here.
 * - `member`: only the owner moves a group, or the member leaves it first. `staff`: a member works for Cusp.
 * - `under_way`: they are moving already. `recent`: they moved less than 30 days ago.
 * - `uploads`: files are being uploaded. `lost_files`: bytes of files are missing.
 * - `locked_scanner`: a rental manager has locked a scanner of theirs.
 * - `rented_devices`: a member rents out devices here.
 * - `address_taken`: an account with an address of theirs is in the other region.
 */
export const MOVE_PROBLEMS = [
  'one_region',
  'same_region',
  'member',
  'staff',
  'under_way',
  'recent',
  'uploads',
  'lost_files',
  'locked_scanner',
  'rented_devices',
  'address_taken',
] as const;
export type MoveProblem = (typeof MOVE_PROBLEMS)[number];

/**
 * Why a move that had begun has failed, or why people whose move is committed are not there yet. `no_room`: the disk of
 * the other region was full. `rejected`: the two copies differed again and again. `not_activated`: only the other
 * region's server log says why. `took_too_long`: the people could not work for half an hour, so the region that they
 * leave cancelled the move.
 */
export const MOVE_FAILURES = [
  'address_taken',
  'file_lost',
  'no_room',
  'rejected',
  'busy',
  'not_activated',
  'took_too_long',
] as const;

/** What staff can do with a running move; `retry` once it is committed. */
export const MOVE_ACTIONS = ['pause', 'resume', 'cancel', 'retry'] as const;
export type MoveAction = (typeof MOVE_ACTIONS)[number];

/** Days after a move before the next one. */
export const MOVE_REST_DAYS = 30;
/** Days after which the region that people left erases their data. */
export const MOVE_ERASE_DAYS = 14;

export const moveState = route({
  method: 'GET',
  path: '/v1/user/migration/',
  access: 'user',
  support: 'never',
});
export const planMove = route({
  method: 'GET',
  path: '/v1/user/migration/plan/',
  access: 'user',
  support: 'never',
});
export const startMove = route({
  method: 'POST',
  path: '/v1/user/migration/',
  access: 'user',
  emits: ['region_move_changed'],
});
export const cancelMove = route({
  method: 'DELETE',
  path: '/v1/user/migration/',
  access: 'user',
  emits: ['region_move_changed'],
});
export const moveCertificate = route({
  method: 'GET',
  path: '/v1/user/migration/certificate/',
  access: 'user',
  support: 'never',
});
export const moveCertificatePaper = route({
  method: 'GET',
  path: '/v1/user/migration/certificate/pdf/',
  access: 'cookie',
  reply: 'bytes',
});
export const staffMoves = route({
  method: 'GET',
  path: '/v1/cs/moves/',
  access: 'user',
  staff: STAFF_AREAS.userLocations,
});
export const steerMove = route({
  method: 'POST',
  path: '/v1/cs/moves/:id/',
  access: 'user',
  staff: STAFF_AREAS.support,
  emits: ['region_move_changed'],
});
