import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { sharedFolder } from '../../server/src/testing/shared-folder.ts';
import { fillCase, named, openCase, send } from '../support/case-form.ts';
import { DEMO, signIn, url } from '../support/people.ts';
import { fetchBack, lookAtScans } from '../support/scans.ts';
import { test } from '../support/test.ts';

const SCANS = fileURLToPath(new URL('scans', sharedFolder));
/** An OBJ and a coloured PLY, because other journeys have STL files; the readers are tested with every scan. */
const REAL = ['smartee0-upper.obj', 'teeth3ds-CLNVA9MZ-lower.ply'];

test('scans of real patients are shown in 3D and download unchanged', async ({ browser }) => {
  const files = REAL.map((name) => join(SCANS, name));
  test.skip(!files.every((path) => existsSync(path)), 'the scans are not on this machine');
  const clinic = await signIn(browser, DEMO.dentist);
  const lab = await signIn(browser, DEMO.lab);
  const patient = { first: 'Ines', last: 'Valverde' };
  await fillCase(clinic.page, { patient, recipient: 'Lena Hoff', files });
  const no = await send(clinic.page);
  await lab.page.goto(url(`/cases/${no}`));
  await expect(openCase(lab.page, named(patient))).toBeVisible();
  await lookAtScans(lab.page, ['Upper jaw', 'Lower jaw']);
  const scans = files.map(async (path) => ({ name: basename(path), buffer: await readFile(path) }));
  await fetchBack(lab.page, await Promise.all(scans));
});
