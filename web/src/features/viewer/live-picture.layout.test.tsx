import '@mantine/core/styles.layer.css';
import '../../ui/styles/base.css';
import { listCases } from '@cusp/contract/case-list.routes';
import type { CaseDetail } from '@cusp/contract/cases';
import { getCaseByNo } from '@cusp/contract/cases.routes';
import { seeComments } from '@cusp/contract/comments.routes';
import { listDrafts } from '@cusp/contract/drafts.routes';
import { downloadFile, listFiles } from '@cusp/contract/files.routes';
import { caseHistory } from '@cusp/contract/history.routes';
import { lightCopy } from '@cusp/contract/light-copies.routes';
import { heartbeat, leaveCase } from '@cusp/contract/presence.routes';
import { listUploads } from '@cusp/contract/uploads.routes';
import { writeLightCopy } from '@cusp/mesh/light-copy-gltf';
import { screen, waitFor } from '@testing-library/react';
import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { beforeAll, expect, test, vi } from 'vitest';
import fixtures from '../../../../contract/fixtures/cases.json';
import { CASES } from '../../testing/golden.ts';
import { replies } from '../../testing/replies.ts';
import { openScreen } from '../../testing/screen.tsx';

const CASE = fixtures.getCase.reply as CaseDetail;
const [FILE] = CASE.files as [CaseDetail['files'][number]];
const UPPER = 7001;
const FILES = ['scan-upperjaw.stl', 'scan-lowerjaw.stl', 'Preview3D.png'].map((filename, index) => ({
  ...FILE,
  id: UPPER + index,
  filename,
  scan: undefined,
  earlier: [],
}));

/** The light copy of a tetrahedron of 40 mm, in one level. */
function tetrahedron(): Uint8Array<ArrayBuffer> {
  const corners = [0, 0, 0, 0, 400, 0, 0, 0, 0, 400, 0, 0, 0, 0, 400, 0];
  const faces = [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2];
  const encode = (bytes: ArrayBuffer, count: number, size: number, mode: string) =>
    MeshoptEncoder.encodeGltfBuffer(new Uint8Array(bytes), count, size, mode, 0);
  return writeLightCopy([
    {
      triangles: 4,
      vertices: 4,
      offset: [0, 0, 0],
      step: 0.1,
      form: 'grid',
      min: [0, 0, 0],
      max: [400, 400, 400],
      positions: encode(new Uint16Array(corners).buffer, 4, 8, 'ATTRIBUTES'),
      indices: encode(new Uint32Array(faces).buffer, 12, 4, 'TRIANGLES'),
    },
  ]).slice();
}

beforeAll(async () => {
  await MeshoptEncoder.ready;
  // A machine with a graphics card.
  const own = WebGL2RenderingContext.prototype.getParameter;
  vi.spyOn(WebGL2RenderingContext.prototype, 'getParameter').mockImplementation(function (
    this: WebGL2RenderingContext,
    name,
  ) {
    const value = own.call(this, name);
    return typeof value === 'string' && /swiftshader/i.test(value) ? 'Card' : value;
  });
});

/** A case whose scans have these light copies; null for a scan without one. */
async function openCase(copyOf: (id: number) => Uint8Array<ArrayBuffer> | null) {
  const { matchMedia } = window;
  vi.stubGlobal('matchMedia', (media: string) =>
    media.includes('reduced-motion') ? matchMedia('not all') : matchMedia(media),
  );
  const network = await openScreen(`/cases/${CASE.no}`, [
    replies(listCases, CASES),
    replies(listDrafts, { drafts: [] }),
    replies(getCaseByNo, { ...CASE, files: FILES } as CaseDetail),
    replies(listFiles, { files: FILES } as never),
    replies(listUploads, { uploads: [] }),
    replies(heartbeat, { people: [] }),
    replies(leaveCase, {}),
    replies(seeComments, { unread_comments: 0, unread_mention: false }),
    replies(caseHistory, { id: CASE.id, entries: [], next: null }),
    {
      route: lightCopy,
      respond: async ({ path }) => {
        const copy = copyOf(Number(/\d+/.exec(path.slice(path.indexOf('files')))?.[0]));
        return copy ? new Response(copy) : new Response(null, { status: 204 });
      },
    },
  ]);
  const frame = await screen.findByRole('region', { name: '3D viewer' });
  frame.scrollIntoView({ block: 'center' });
  return { network, frame };
}

test('the picture becomes a model that can be turned, from light copies alone', async () => {
  const { network, frame } = await openCase(tetrahedron);
  await waitFor(() => expect(frame.querySelector('[data-shown] canvas')).not.toBeNull());
  expect([network.count(lightCopy), network.count(downloadFile)]).toEqual([2, 0]);
  expect(frame.querySelector('canvas')?.tabIndex).toBe(-1);
});

test('the picture stays if a scan has no light copy, and no original is requested', async () => {
  const { network, frame } = await openCase((id) => (id === UPPER ? tetrahedron() : null));
  await waitFor(() => expect(network.count(lightCopy)).toBe(2));
  await waitFor(() => expect(frame.querySelector('canvas')).toBeNull());
  expect(network.count(downloadFile)).toBe(0);
});
