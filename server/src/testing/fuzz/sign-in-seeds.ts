import { randomUUID } from 'node:crypto';
import type { EndpointName } from '@cusp/contract/endpoints';
import { createMailToken, type Purpose } from '../../modules/identity/mail-tokens.ts';
import { encodeId } from '../../platform/http/idb64.ts';
import type { Persona } from '../access/personas.ts';
import type { Try } from '../access/row.ts';
import type { World } from '../access/world.ts';
import { createUser } from '../factories.ts';
import { codeOf, createAppMember, stepTokenOf } from '../second-step.ts';
import { createMember, PASSWORD, signUpForm } from '../sign-in.ts';
import type { TestApp } from '../test-app.ts';

type Seed = (t: TestApp, world: World, persona: Persona) => Promise<Try>;

const mailed = async (t: TestApp, purpose: Purpose, activated_at: Date | null = new Date()) => {
  const { id } = await createUser(t.services, { activated_at });
  const token = await t.services.db.transaction().execute((tx) => createMailToken(tx, id, purpose));
  return { uidb64: encodeId(id), token };
};

/**
 * Requests that succeed at endpoints where those of the access matrix do not, because they need a solved human check,
 * the token of a mail, a password or a code.
 */
export const SIGN_IN_SEEDS: Partial<Record<EndpointName, Seed>> = {
  signup: async (t) => ({ body: await signUpForm(t, { username: `${randomUUID()}@clinic.example` }) }),
  activate: async (t) => ({ body: await mailed(t, 'activate', null) }),
  validateResetToken: async (t) => ({ body: { token: (await mailed(t, 'reset')).token } }),
  confirmPasswordReset: async (t) => ({
    body: { token: (await mailed(t, 'reset')).token, password: 'a long new password' },
  }),
  undoSecondStep: async (t) => ({ body: { token: (await mailed(t, 'undo')).token } }),
  login: async (t) => ({ body: { username: (await createMember(t)).email, password: PASSWORD } }),
  loginByCode: async (t) => {
    const { member, secret } = await createAppMember(t);
    return { body: { token: await stepTokenOf(t, member.email), code: codeOf(secret, 1) } };
  },
  confirmApp: async (_, world, persona) => {
    await world.givePassword(persona);
    const reply = await (await world.client(persona)).post('/v1/auth/authenticator/', { password: PASSWORD });
    const { secret } = reply.json() as { secret?: string };
    return { body: { code: secret ? codeOf(secret) : '000000' } };
  },
};
