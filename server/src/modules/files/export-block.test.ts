import { EXPORT_BLOCKED_EXTENSIONS, type FILE_EXTENSIONS } from '@cusp/contract/file-types';
import { describe, expect, test } from 'vitest';
import { createCase } from '../../testing/factories.ts';
import { heic, jpeg } from '../../testing/pictures.ts';
import { openTwoSides } from '../../testing/two-sides.ts';
import { stl, upload } from '../../testing/uploads.ts';

const { t, people } = await openTwoSides();

const ZIP = Buffer.concat([
  Buffer.from('PK\x03\x04\x14\0', 'latin1'),
  Buffer.alloc(20),
  Buffer.from('\x05\0\0\0a.stl'),
]);
const XML = '<order/>';

/** A file of each accepted format. */
const SAMPLES: Partial<Record<(typeof FILE_EXTENSIONS)[number], Buffer | string>> = {
  stl: stl(4),
  ply: 'ply\nformat ascii 1.0\nend_header\n',
  obj: 'v 1 2 3\nv 1 2 4\n',
  xyz: '1 2 3\n',
  pts: '1 2 3\n',
  dcm: `${'\0'.repeat(128)}DICM`,
  zip: ZIP,
  '3oxz': ZIP,
  xorder: XML,
  qcproject: Buffer.from([0, 1, 2]),
  xml: XML,
  dentalproject: XML,
  constructioninfo: XML,
  pdf: '%PDF-1.7\n',
  txt: 'words',
  csv: 'a;b',
  mtl: 'newmtl a\nKd 1 1 1\n',
  heic: heic(),
  jpg: jpeg(),
};

describe('files sent from a locked device', () => {
  test.each(Object.entries(SAMPLES))(
    'locked device: its own side gets a .%s only if it contains no scan',
    async (extension, content) => {
      const { author, recipient } = people;
      const dentalCase = await createCase(t.services, { author, recipient, from_locked_device: true });
      const client = await t.as(author);
      const sent = await upload(client, dentalCase.id, Buffer.from(content), `a.${extension}`);
      const { id } = sent.json<{ id: number }>();
      const isBlocked = (EXPORT_BLOCKED_EXTENSIONS as readonly string[]).includes(extension);
      expect((await client.get(`/v1/files/${id}/download/`)).statusCode).toBe(isBlocked ? 403 : 200);
      expect(Object.keys((await client.get(`/v1/files/uri/?ids=${id}`)).json())).toHaveLength(
        isBlocked ? 0 : 1,
      );
      expect((await client.post(`/v1/cases/${dentalCase.id}/files/download/`)).json().code).toBe(
        'export_blocked',
      );
      expect((await (await t.as(recipient)).get(`/v1/files/${id}/download/`)).statusCode).toBe(200);
    },
  );

  test('the block covers at least what the specification names, and all archives', () => {
    expect(EXPORT_BLOCKED_EXTENSIONS).toEqual(
      expect.arrayContaining([
        'ply',
        'stl',
        'obj',
        'xorder',
        '3oxz',
        'dcm',
        'zip',
        'pts',
        'xyz',
        'qcproject',
      ]),
    );
  });
});
