import type { StaffUserDetail } from '@cusp/contract/staff-users';
import { createPasskey, createUser } from './factories.ts';
import { linkIn, newestMailTo } from './sign-in.ts';
import type { Client, TestApp } from './test-app.ts';

type User = { id: number };
interface Reply {
  statusCode: number;
  json(): { code?: string };
}

export const RESET_REASON = 'Phone stolen, seen by video';
export const outcomeOf = (reply: Reply) => [reply.statusCode, reply.json().code];

/** Resets of lost second steps with two staff members: `staff` asks and `other` approves. */
export async function stepResetsOf(t: TestApp) {
  const { db } = t.services;
  const named = (first_name: string, last_name: string) =>
    createUser(t.services, { is_staff: true, first_name, last_name });
  const [stella, tom] = [await named('Stella', 'Staff'), await named('Tom', 'Second')];
  const [staff, other] = [await t.asStaff(stella), await t.asStaff(tom)];
  const path = ({ id }: User, more = '') => `/v1/cs/users/${id}/second-step-reset/${more}`;
  const detail = async ({ id }: User) => (await staff.get(`/v1/cs/users/${id}/`)).json<StaffUserDetail>();
  const askFor = (user: User, client = staff) => client.post(path(user), { reason: RESET_REASON });
  const approve = (user: User, reset: number, client: Client = other) =>
    client.post(path(user, `${reset}/approve/`));
  async function requested(user: User): Promise<number> {
    const reply = await askFor(user);
    if (reply.statusCode !== 200) throw new Error(reply.body);
    return reply.json<{ id: number }>().id;
  }
  return {
    stella,
    tom,
    staff,
    other,
    path,
    detail,
    askFor,
    approve,
    requested,
    keep: (token: string) => t.nobody.post('/v1/auth/second-step/keep/', { token }),
    stateOf: async (user: User) => (await detail(user)).second_step_reset?.state,
    actionsOf: async (user: User) => (await detail(user)).log.map(({ action }) => action).reverse(),
    /** Whether sign-in asks for more than the password. */
    async hasSteps(user: User): Promise<boolean> {
      const { sign_in } = await detail(user);
      return sign_in.has_app || sign_in.passkeys > 0 || sign_in.recovery_codes > 0;
    },
    async createKeyUser() {
      const user = await createUser(t.services);
      await createPasskey(t.services, user.id);
      return user;
    },
    /** An approved reset; returns its id and the token of its mail. */
    async approved(user: User & { email: string }) {
      const id = await requested(user);
      const reply = await approve(user, id);
      if (reply.statusCode !== 200) throw new Error(reply.body);
      const mail = await newestMailTo(t, user.email, /will be removed/);
      return { id, token: linkIn(mail, /\/second-step\/keep\/([\w-]{43})/)[1] ?? '' };
    },
    makeDue: (user: User) =>
      db
        .updateTable('step_reset')
        .set({ due_at: new Date(Date.now() - 1000) })
        .where('user_id', '=', user.id)
        .execute(),
  };
}
