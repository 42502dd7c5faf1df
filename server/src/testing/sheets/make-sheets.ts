import { strToU8, type Zippable, zipSync } from 'fflate';

/** XML of a workbook by path; given values replace parts, null removes one. */
export interface Parts {
  [path: string]: string | Uint8Array | null;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Rows as XML, from texts; a cell that begins with '<' is inserted unchanged. */
export const rowsXml = (rows: readonly (readonly string[])[], from = 1): string =>
  rows
    .map((cells, down) => {
      const at = from + down;
      const xml = cells.map((text, right) =>
        text.startsWith('<')
          ? text
          : `<c r="${letters(right)}${at}" t="inlineStr"><is><t>${text.replaceAll('&', '&amp;')}</t></is></c>`,
      );
      return `<row r="${at}">${xml.join('')}</row>`;
    })
    .join('');

const letters = (index: number): string =>
  (index >= 26 ? letters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

export const worksheet = (inner: string, after = ''): string =>
  `<?xml version="1.0"?><worksheet xmlns="${MAIN}"><sheetData>${inner}</sheetData>${after}</worksheet>`;

export interface Template {
  /** Name of the sheet with the rows. */
  title: string;
  kind: string;
  version?: string;
}

/** The parts of a workbook as Excel writes it: the rows, and the sheet that names the template. */
export function workbookParts({ title, kind, version = '1' }: Template, inner: string): Parts {
  const sheet = (name: string, id: number, more = '') =>
    `<sheet name="${name}" sheetId="${id}" r:id="rId${id}"${more}/>`;
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  return {
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': `<?xml version="1.0"?><Relationships>${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr/><sheets>${sheet(title, 1)}${sheet('Version', 2)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<?xml version="1.0"?><Relationships>${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'worksheet', 'worksheets/sheet2.xml')}</Relationships>`,
    'xl/styles.xml': `<?xml version="1.0"?><styleSheet xmlns="${MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': worksheet(inner),
    'xl/worksheets/sheet2.xml': worksheet(
      rowsXml([
        ['Template', kind],
        ['Version', version],
      ]),
    ),
  };
}

export function pack(parts: Parts): Buffer {
  const files: Zippable = {};
  for (const [path, content] of Object.entries(parts))
    if (content !== null) files[path] = typeof content === 'string' ? strToU8(content) : content;
  return Buffer.from(zipSync(files, { level: 6 }));
}
