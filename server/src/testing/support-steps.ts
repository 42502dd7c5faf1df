import { expect } from 'vitest';
import { ask, createMember, PASSWORD } from './sign-in.ts';
import type { TestApp } from './test-app.ts';

export const REQUEST = { reason_code: 'problem', reason: 'Scans of one case do not open', mode: 'read' };
export const proof = { password: PASSWORD };
export const codeAt = (reply: { json(): { code?: string }; statusCode: number }) => [
  reply.statusCode,
  reply.json().code,
];
export const tokenOf = (link: string) => link.split('#')[1] ?? '';

/** The steps from a request of staff to a running support session, through the API. */
export function supportSteps(t: TestApp) {
  const member = (values = {}) => createMember(t, { is_staff: true, ...values });
  const askFor = async (staff: { id: number }, subject: { id: number }, more = {}) =>
    (await t.asStaff(staff)).post(`/v1/cs/users/${subject.id}/login/`, { ...REQUEST, proof, ...more });
  const optionsOf = async (staff: { id: number }, subject: { id: number }) =>
    (await (await t.asStaff(staff)).get(`/v1/cs/users/${subject.id}/login/`)).json();
  const consent = async (subject: { id: number }, more = {}) => {
    const body = { hours: 24, mode: 'read', sees_patients: false, ...more };
    expect((await (await t.as(subject)).put('/v1/user/support/', body)).statusCode).toBe(200);
  };
  /** Opens a link in a browser with the cookie of a staff session. */
  const begin = (token: string, cookie: string, headers = {}) =>
    ask(t, {
      path: '/v1/auth/support/',
      body: { token },
      headers: { cookie: `cusp-staff=${cookie}`, ...headers },
    });
  const running = async (subject: { id: number }, more = {}) => {
    const staff = await member();
    await consent(subject);
    const { link, id } = (await askFor(staff, subject, more)).json();
    const reply = await begin(tokenOf(link), (await t.asStaff(staff)).cookie);
    expect(reply.statusCode, reply.body).toBe(200);
    const headers = { authorization: `Bearer ${reply.json().access}` };
    const get = (path: string) => ask(t, { method: 'GET', path, headers });
    return { staff, id: id as number, reply, get, headers };
  };
  return { member, askFor, optionsOf, consent, begin, running };
}
