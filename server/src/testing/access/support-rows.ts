import { STAFF_AREAS } from '@cusp/contract/staff.routes';
import type * as support from '@cusp/contract/support';
import { PASSWORD } from '../sign-in.ts';
import type { Persona } from './personas.ts';
import { anybody, never, type Row, signedIn, staffOnly } from './row.ts';
import type { World } from './world.ts';

const staff = STAFF_AREAS.support;
const proof = { password: PASSWORD };

/** The persona has the password that steps up. */
const proving = async (world: World, persona: Persona) => {
  await world.givePassword(persona);
  return { proof };
};

/** Rows of acting for customers. */
export const SUPPORT_ROWS = {
  supportOptions: staffOnly(staff, (world) => ({ params: { id: world.people.author.id } })),
  askSupport: staffOnly(staff, async (world, persona) => ({
    params: { id: world.people.author.id },
    body: {
      reason_code: 'problem',
      reason: 'Scans do not open',
      mode: 'read',
      ...(await proving(world, persona)),
    },
  })),
  listSupport: staffOnly(staff),
  approveSupport: staffOnly(staff, async (world, persona) => ({
    params: await world.newSupport('waiting'),
    body: await proving(world, persona),
  })),
  refuseSupport: staffOnly(staff, async (world) => ({ params: await world.newSupport('waiting') })),
  linkSupport: staffOnly(staff, async (world, persona) => ({
    params: await world.newSupport('approved', 'staff'),
    body: await proving(world, persona),
  })),
  endSupport: staffOnly(staff, async (world) => ({ params: await world.newSupport('running') })),

  beginSupport: never(
    'needs a link and the cookie of a staff session',
    anybody(() => ({ body: { token: 'x' } }), 400),
  ),

  ownSupport: signedIn(),
  consentToSupport: signedIn(() => ({ body: { hours: 24, mode: 'read', sees_patients: false } })),
  revokeSupport: signedIn(),
  endOwnSupport: {
    ask: async (world) => ({ params: await world.newSupport('running') }),
    gets: { author: 200, nobody: 401, others: 404 },
  },
} satisfies Partial<Record<keyof typeof support, Row>>;
