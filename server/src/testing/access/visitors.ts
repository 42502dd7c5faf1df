import type { TestApp } from '../test-app.ts';
import { png, upload } from '../uploads.ts';
import type { NewCase, People } from './personas.ts';

export interface Visitors {
  /** The token of a new link of the author that allows downloads, and one of its files. */
  newLink(): Promise<{ token: string; fileId: number }>;
  /** A new code that opens a case on a second device of the author. */
  newHandoff(): Promise<{ id: string; code: string; fileId: number }>;
  /** A phone connected by such a code, and a photo of its case. */
  newPhone(): Promise<{ id: string; fileId: number; headers: Record<string, string> }>;
}

const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'action-id': 'phone' };

export function visitorsOf(t: TestApp, people: People, newCase: NewCase): Visitors {
  async function newHandoff() {
    // The number of phones per person is limited.
    await t.services.db.deleteFrom('case_handoff').execute();
    const { id: postId, fileId } = await newCase();
    const reply = await (await t.as(people.author)).post('/v1/auth/otp/', { callfrom: 'phone', postId });
    const { id, url } = reply.json();
    return { id, code: new URL(url).hash.slice(1), fileId, caseId: postId };
  }
  return {
    newHandoff,
    async newLink() {
      const { id, fileId } = await newCase();
      const reply = await (await t.as(people.author)).post(`/v1/cases/${id}/share/`, {
        key: crypto.randomUUID(),
        recipient: 'Dr. Far',
        days: 7,
        allows_download: true,
      });
      if (reply.statusCode !== 200) throw new Error(reply.body);
      return { token: reply.json().token, fileId };
    },
    async newPhone() {
      const { id, code, caseId } = await newHandoff();
      const photo = await upload(await t.as(people.author), caseId, png(), 'photo.png');
      const reply = await t.nobody.request('POST', '/v1/auth/otp/open/', { code }, OWN_PAGE);
      const [cookie] = reply.cookies;
      return {
        id,
        fileId: photo.json().id,
        headers: { cookie: `${cookie?.name}=${cookie?.value}`, ...OWN_PAGE },
      };
    },
  };
}
