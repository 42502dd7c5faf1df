import { randomUUID } from 'node:crypto';
import type { Share } from '@cusp/contract/sharing';
import { expect } from 'vitest';
import { openTwoSides } from './two-sides.ts';

/** A request to create a link to a case. */
export const wish = (more: object = {}) => ({
  key: randomUUID(),
  recipient: 'Dr. Far',
  days: 7,
  allows_download: true,
  ...more,
});

/** Set-up for tests of links to a case: two sides, and actions of people and visitors on links. */
export async function openSharing() {
  const sides = await openTwoSides();
  const { t } = sides;
  const open = (token: string) => t.nobody.get(`/v1/share/case/?data=${token}`);
  return {
    ...sides,
    open,
    async share(by: { id: number }, caseId: number, more: object = {}) {
      const reply = await (await t.as(by)).post(`/v1/cases/${caseId}/share/`, wish(more));
      expect(reply.statusCode, reply.body).toBe(200);
      return reply.json<{ share: Share; token: string }>();
    },
    codeOf: async (token: string) => {
      const reply = await open(token);
      return [reply.statusCode, reply.json().code];
    },
    sharesOf: async (user: { id: number }, caseId: number) =>
      (await (await t.as(user)).get(`/v1/cases/${caseId}/shares/`)).json<{ shares: Share[] }>().shares,
    revoke: async (user: { id: number }, id: number) => (await t.as(user)).put(`/v1/share/${id}/revoke/`),
  };
}
