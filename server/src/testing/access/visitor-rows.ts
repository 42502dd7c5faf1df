import { randomUUID } from 'node:crypto';
import { API_BASE } from '@cusp/contract/endpoint';
import { formWith, png } from '../uploads.ts';
import { anybody, apart, authorOnly, ofCase, parties, type Row, type Try } from './row.ts';
import type { World } from './world.ts';

const ofLink = (query: (link: { token: string; fileId: number }) => string) => async (world: World) => ({
  query: query(await world.newLink()),
});

/** A visitor's request to an address that a link returned. */
const ofGrant =
  (addressPath: (link: { token: string; fileId: number }) => string, key: 'url' | 'file') =>
  async (world: World) => {
    const link = await world.newLink();
    const reply = (await (await world.client('nobody')).get(addressPath(link))).json();
    const url = new URL(key === 'url' ? reply.url : reply[link.fileId], 'http://cusp.example');
    if (!url.pathname.startsWith(API_BASE)) throw new Error(url.pathname);
    return { params: { id: link.fileId }, query: url.search };
  };

/** Only for a connected phone, which has a cookie and no session; the others have a session and no such cookie. */
const phoneOnly = (more: (phone: { id: string; fileId: number }) => Try): Row => ({
  ask: async (world, persona) => {
    const { headers, ...phone } = await world.newPhone();
    return { ...more(phone), ...(persona === 'nobody' ? { headers } : {}) };
  },
  gets: { nobody: 200, others: 401 },
});
const ofPhone = (more: Try = {}) => phoneOnly(({ id }) => ({ query: `?connection=${id}`, ...more }));

/** Rows of links to cases and of connected phones. */
export const VISITOR_ROWS = {
  listShares: parties(ofCase()),
  createShare: parties(
    ofCase({ body: { key: randomUUID(), recipient: 'Dr. Far', days: 7, allows_download: false } }),
  ),
  // The author's side may revoke all links, the recipient's side only its own.
  revokeShare: {
    ask: async (world, persona) => ({
      params: { id: (await world.newShare(persona === 'guest' ? 'recipient' : 'author')).id },
    }),
    gets: { author: 200, authorGroup: 200, guest: 200, nobody: 401, others: 404 },
  },
  sharedCase: anybody(ofLink(({ token }) => `?data=${token}`)),
  sharedFileUrls: anybody(ofLink(({ token, fileId }) => `?data=${token}&ids=${fileId}`)),
  sharedFile: anybody(
    ofGrant(
      ({ token, fileId }) => `/v1/share/files/uri/?data=${token}&ids=${fileId}&purpose=download`,
      'file',
    ),
  ),
  sharedLightCopy: anybody(
    ofGrant(({ token, fileId }) => `/v1/share/files/uri/?data=${token}&ids=${fileId}&purpose=light`, 'file'),
  ),
  sharedZipUrl: anybody(ofLink(({ token }) => `?data=${token}`)),
  sharedZip: anybody(ofGrant(({ token }) => `/v1/share/zip/uri/?data=${token}`, 'url')),
  requestOtp: parties(async (world) => ({ body: { callfrom: 'phone', postId: (await world.newCase()).id } })),
  listHandoffs: parties(ofCase()),
  endHandoff: apart(authorOnly(async (world) => ({ params: { handoff: (await world.newHandoff()).id } }))),
  openHandoff: anybody(async (world) => ({
    body: { code: (await world.newHandoff()).code },
    headers: { 'sec-fetch-site': 'same-origin' },
  })),
  handoffCase: phoneOnly(() => ({})),
  handoffPhoto: phoneOnly(({ fileId }) => ({ params: { id: fileId } })),
  addHandoffPhoto: phoneOnly(({ id }) => ({
    query: `?connection=${id}`,
    body: formWith(png(), 'photo.png'),
  })),
  handoffPhotosDone: ofPhone(),
  addHandoffComment: phoneOnly(({ id }) => ({
    query: `?connection=${id}`,
    body: { comment: 'Hello', key: randomUUID() },
  })),
  leaveHandoff: ofPhone(),
} satisfies Record<string, Row>;
