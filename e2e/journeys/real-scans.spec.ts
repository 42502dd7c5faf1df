import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { sharedFolder } from '../../server/src/testing/shared-folder.ts';
import { fillCase, named, openCase, send } from '../support/case-form.ts';
import { DEMO, signIn, url } from '../support/people.ts';
import { fetchBack, lookAtScans } from '../support/scans.ts';
import { test } from '../support/test.ts';

const SCANS = fileURLToPath(new URL('scans', sharedFolder));
const LARGE_TEXT = 'smartee1-upper-ascii.stl';
/** The viewer shows the scans of each jaw in the format of its newest file. */
const REAL = [
  {
    what: 'a large binary STL, and a text one',
    names: ['fulljaw26-maxilla-teeth.stl', LARGE_TEXT],
    layers: ['Upper jaw'],
    scansFollow: true,
  },
  {
    what: 'an OBJ and a coloured PLY',
    names: ['smartee0-upper.obj', 'teeth3ds-CLNVA9MZ-lower.ply'],
    layers: ['Upper jaw', 'Lower jaw'],
    scansFollow: false,
  },
].filter(({ names }) => names.every((name) => existsSync(join(SCANS, name))));

const LINES_OF_A_FACET = 7;
/** The first facets of an ASCII STL, as they are in the file. */
function firstFacets(stl: Buffer, facets: number): Buffer {
  const lines = stl.toString('latin1').split('\n');
  const end = lines.find((line) => line.startsWith('endsolid')) ?? '';
  return Buffer.from([...lines.slice(0, 1 + facets * LINES_OF_A_FACET), end, ''].join('\n'), 'latin1');
}

test('scans of real patients are shown in 3D and download unchanged', async ({ browser }, testInfo) => {
  test.skip(REAL.length === 0, 'the scans are not on this machine');
  test.setTimeout(400_000);
  const clinic = await signIn(browser, DEMO.dentist);
  const lab = await signIn(browser, DEMO.lab);
  for (const { what, names, layers, scansFollow } of REAL)
    await test.step(what, async () => {
      const scans = await Promise.all(
        names.map(async (name) => {
          const whole = await readFile(join(SCANS, name));
          const buffer = name === LARGE_TEXT ? firstFacets(whole, 20_000) : whole;
          const path = testInfo.outputPath(name);
          await writeFile(path, buffer);
          return { name, path, buffer };
        }),
      );
      const patient = { first: 'Ines', last: `Valverde ${names.length}${layers.length}` };
      const files = scans.map(({ path }) => path);
      await fillCase(clinic.page, { patient, recipient: 'Lena Hoff', files, scansFollow });
      const no = await send(clinic.page);
      await lab.page.goto(url(`/cases/${no}`));
      await expect(openCase(lab.page, named(patient))).toBeVisible();
      await lookAtScans(lab.page, layers);
      await fetchBack(lab.page, scans);
    });
});
