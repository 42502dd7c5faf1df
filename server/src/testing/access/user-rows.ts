import { randomUUID } from 'node:crypto';
import { STAFF_AREAS } from '@cusp/contract/staff.routes';
import { type Row, staffOnly } from './row.ts';
import type { World } from './world.ts';

const users = (ask?: Row['ask']) => staffOnly(STAFF_AREAS.users, ask);
const staff = (ask?: Row['ask']) => staffOnly(['staff'], ask);
const author = ({ people }: World) => ({ params: { id: people.author.id } });
const newcomer = async (world: World, state: 'active' | 'blocked' | 'not_activated' = 'active') => ({
  params: { id: (await world.newUser(state)).id },
});
const resetOf = (state: 'requested' | 'waiting') => async (world: World) => {
  const { id, reset } = await world.newReset(state);
  return { params: { id, reset } };
};
const changeOf = async (world: World) => {
  const { id, change } = await world.newEmailChange();
  return { params: { id, change } };
};
const BODY = { reason: 'Asked for it by phone', version: 1 };

/** Rows of the users as staff manage them. */
export const USER_ROWS = {
  listStaffUsers: users(),
  exportStaffUsers: users(() => ({ query: '?role=Dealer' })),
  getStaffUser: users(author),
  listUserConnections: users(author),
  endUserSession: staff(async (world) => {
    const { id, sessionId } = await world.newUser('active');
    return { params: { id, sessionId } };
  }),
  endUserSessions: staff((world) => newcomer(world)),
  resendUserActivation: staff((world) => newcomer(world, 'not_activated')),
  blockUser: staff(async (world) => ({ ...(await newcomer(world)), body: BODY })),
  unblockUser: staff(async (world) => ({ ...(await newcomer(world, 'blocked')), body: BODY })),
  askStepReset: staff(async (world) => {
    const { id } = await world.newUser('active');
    await world.givePasskey(id);
    return { params: { id }, body: { reason: 'Phone stolen' } };
  }),
  approveStepReset: staff(resetOf('requested')),
  refuseStepReset: staff(resetOf('waiting')),
  askEmailChange: staff(async (world) => ({
    ...(await newcomer(world)),
    body: { email: `new-${randomUUID()}@cusp.example`, reason: 'New domain' },
  })),
  approveEmailChange: staff(changeOf),
  stopEmailChange: staff(changeOf),
  setRentalManager: staffOnly(['device_manager'], async (world) => ({
    body: { email: (await world.newUser('active')).email, granted: true },
  })),
} satisfies Record<string, Row>;
