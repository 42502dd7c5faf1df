import { gzipSync } from 'node:zlib';
import { FILE_EXTENSIONS } from '@cusp/contract/file-types';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { avif, heic } from '../../testing/pictures.ts';
import { png, stl } from '../../testing/uploads.ts';
import { contentType, headBytes } from './content-check.ts';

const type = (extension: string, bytes: Buffer | string) => {
  const all = Buffer.from(bytes);
  return contentType(extension, all.subarray(0, headBytes(extension)), all.length);
};
const bytes = (...values: number[]) => Buffer.from(values);
const ZIP = Buffer.concat([
  Buffer.from('PK\x03\x04\x14\0', 'latin1'),
  Buffer.alloc(20),
  Buffer.from('\x05\0\0\0a.stl', 'latin1'),
]);
const SVG = '<?xml version="1.0"?>\n<!-- a drawing --><svg xmlns="http://www.w3.org/2000/svg"><path/></svg>';

describe('kept', () => {
  test.each([
    ['png', png(), 'image/png'],
    ['png', bytes(0xff, 0xd8, 0xff, 0xe0), 'image/jpeg'],
    ['pjpeg', bytes(0xff, 0xd8, 0xff, 0xe1), 'image/jpeg'],
    ['gif', 'GIF89a and more', 'image/gif'],
    ['webp', 'RIFF\0\0\0\0WEBPVP8 ', 'image/webp'],
    ['tif', 'II*\0....', 'image/tiff'],
    ['tiff', 'MM\0*....', 'image/tiff'],
    ['avif', '\0\0\0\x1cftypavif\0\0\0\0', 'image/avif'],
    ['jxl', bytes(0xff, 0x0a, 1, 2), 'image/jxl'],
    ['bmp', `BM${'\0'.repeat(40)}`, 'image/bmp'],
    ['dib', `\x28\0\0\0${'\0'.repeat(40)}`, 'image/bmp'],
    ['ico', Buffer.concat([bytes(0, 0, 1, 0), Buffer.alloc(30)]), 'image/x-icon'],
    ['xbm', '/* made by hand */\n#define a_width 16\n', 'image/x-xbitmap'],
    ['svg', SVG, 'image/svg+xml'],
    [
      'svg',
      '<?xml version="1.0"?>\n<!-- by a drawing program -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"\n  "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<!-- 1 --><svg/>',
      'image/svg+xml',
    ],
    ['svgz', gzipSync(SVG), 'image/svg+xml'],
    ['xml', '\ufeff<?xml version="1.0"?><dental:Order/>', 'application/xml'],
    ['xml', Buffer.from('\ufeff<DentalContainer version="2"/>', 'utf16le'), 'application/xml'],
    ['pdf', '\r\n%PDF-1.4\n', 'application/pdf'],
    ['stl', stl(12), 'model/stl'],
    ['stl', 'solid jaw\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n', 'model/stl'],
    ['stl', 'ply\nformat ascii 1.0\nend_header\n', 'model/ply'],
    ['ply', 'ply\r\nformat ascii 1.0\r\nend_header\r\n', 'model/ply'],
    ['obj', '# a jaw\nmtllib a.mtl\nv 1 2 3\nv 1 2 4\n', 'model/obj'],
    ['xyz', '1.5 -2 3e-1\n2 2 2\n', 'text/plain'],
    ['mtl', '# by a scanner\r\n\r\nnewmtl gum 1\r\n\tKd 0.8 0.3 0.3\r\nmap_Kd a.png\r\n', 'text/plain'],
    ['mtl', '\ufeffnewmtl a\nNs 10\nd 1.0\nillum 2\nPr 0.4\n', 'text/plain'],
    ['qcproject', bytes(0, 1, 2), 'application/octet-stream'],
    ['dcm', '<?xml version="1.0"?>\n<HPS version="1.1"><Packed_geometry>', 'model/x-hps'],
    ['dcm', `${'\0'.repeat(128)}DICM`, 'application/dicom'],
    ['heic', heic(), 'image/heic'],
    ['heif', '\0\0\0\x18ftypmif1\0\0\0\0mif1heic', 'image/heic'],
    ['jpg', heic(), 'image/heic'],
    ['heic', bytes(0xff, 0xd8, 0xff, 0xe1), 'image/jpeg'],
    ['avif', avif(), 'image/avif'],
    ['zip', ZIP, 'application/zip'],
    ['zip', Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]), 'application/zip'],
    ['dentalproject', '\ufeff<?xml version="1.0"?><DentalProject/>', 'application/xml'],
    ['constructioninfo', '<ConstuctionInfo><Teeth/></ConstuctionInfo>', 'application/xml'],
    ['xorder', '<DentalContainer version="1"/>', 'application/xml'],
    ['xorder', ZIP, 'application/zip'],
    ['3oxz', ZIP, 'application/zip'],
    ['3oxz', bytes(0, 1, 2, 3), 'application/octet-stream'],
    ['pts', 'BEGIN_0\n1.5 2 3\n1.6 2 3\nEND_0\n', 'text/plain'],
    ['txt', 'Grüße, 김\r\n\tbis morgen', 'text/plain'],
    ['txt', Buffer.from('\ufeffwide', 'utf16le'), 'text/plain'],
    ['csv', 'tooth;shade\n16;A2\n', 'text/csv'],
  ])('a .%s is accepted with matching content', (extension, content, expected) => {
    expect(type(extension, content)).toBe(expected);
  });
});

describe('refused', () => {
  const PAGE = '<!DOCTYPE html><html><body onload="alert(1)">1 2 3</body></html>';

  test.each(FILE_EXTENSIONS)('a .%s that is an HTML page or a program is refused', (extension) => {
    // The first 64 bytes end inside the last character.
    const blanks = `${' '.repeat(62)}\u3000`;
    const pages = [PAGE, `<!-- 1 2 3 -->\n${PAGE}`, `${blanks}${PAGE}`];
    for (const content of [...pages, 'MZ\x90\0\x03\0', '\x7fELF\x02\x01\x01'])
      expect(type(extension, content)).toBeNull();
  });

  test.each([
    ['svg', '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>'],
    ['svg', '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "a.dtd" [<!ENTITY a "b">]><svg/>'],
    ['svg', '<!DOCTYPE svg SYSTEM "http://example.com/a.dtd"><svg/>'],
    ['svg', '<!DOCTYPE svg><html><svg/></html>'],
    ['xml', '<!DOCTYPE svg><svg/>'],
    ['svg', '<order><svg/></order>'],
    ['svgz', gzipSync(PAGE)],
    ['svgz', SVG],
    ['xml', '<!-- without an end'],
    ['xml', 'text <a/>'],
    ['pdf', '<script>%PDF-1.4</script>'],
    ['jpg', 'BM and nothing else'],
    ['png', 'MZ\x90\0'],
    ['stl', stl(12).subarray(0, -1)],
    ['obj', 'v one two three'],
    ['xyz', 'PK\x03\x04\0\0\0\0'],
    ['dcm', stl(12)],
    ['mtl', 'newmtl a\nKd 1 1 1\nrun this\n'],
    ['mtl', `newmtl a\n${'Kd 1 1 1\n'.repeat(20_000)}<script>`],
    ['mtl', 'newmtl a\0\n'],
    ['mtl', Buffer.from('newmtl a\n', 'utf16le')],
    ['mtl', stl(12)],
    ['mtl', 'v 0 0 0\n'],
    ['stl', '<?xml version="1.0"?>\n<HPS version="1.1"><Packed_geometry>'],
    ['heic', 'ftypheic'],
    ['heic', '\0\0\0\x18ftypisom\0\0\0\0isommp42'],
    ['zip', 'PK\x03\x04'],
    ['zip', 'MZ\x90\0'],
    ['dentalproject', ZIP],
    ['constructioninfo', '<!DOCTYPE a [<!ENTITY b "c">]><a/>'],
    ['xorder', 'MZ\x90\0'],
    ['3oxz', '#!/bin/sh\n'],
    ['3oxz', 'only words'],
    ['3oxz', '%PDF-1.7'],
    ['pts', 'no number in here'],
    ['pts', bytes(0, 1, 2)],
    ['txt', bytes(1, 2, 3)],
    ['txt', 'a\0b'],
    ['csv', 'MZ;\n'],
    ['csv', ZIP],
  ])('a .%s is refused with other content', (extension, content) => {
    expect(type(extension, content)).toBeNull();
  });

  test('no file content makes the check throw or hang', () => {
    const pieces = [
      '<!--',
      '-->',
      '<?',
      '?>',
      '<',
      'v ',
      '1 ',
      ';',
      '\n',
      '\0',
      'solid ',
      '#define ',
      '%PDF',
      '/*',
      ' ',
    ];
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)),
      fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => Buffer.from(parts.join(''))),
      fc.constantFrom(...pieces).map((piece) => Buffer.from(piece.repeat(headBytes('stl') / piece.length))),
    );
    fc.assert(
      fc.property(fc.constantFrom(...FILE_EXTENSIONS), content, (extension, all) => {
        const answer = type(extension, all);
        expect(answer === null || /^[a-z]+\/[\w.+-]+$/.test(answer)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
