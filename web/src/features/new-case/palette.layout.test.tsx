import '@mantine/core/styles.layer.css';
import '../../ui/styles/base.css';
import '../../ui/styles/touch.css';
import { listScanners } from '@cusp/contract/devices.routes';
import { getDraft, lastUsed, listRecipients } from '@cusp/contract/drafts.routes';
import { beginUpload, listUploads } from '@cusp/contract/uploads.routes';
import type { Language } from '@cusp/contract/wire';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DRAFT, RECIPIENTS } from '../../testing/golden.ts';
import { expectFits } from '../../testing/layout.ts';
import { hangs, replies } from '../../testing/replies.ts';
import { openScreen } from '../../testing/screen.tsx';

const PHONE = [390, 844] as const;

afterEach(() => page.viewport(...PHONE));

const open = (language: Language = 'en') =>
  openScreen(
    '/cases/new/113',
    [
      replies(getDraft, { ...DRAFT, restorations: [] }),
      replies(listScanners, { scanners: [], last_device_id: null }),
      replies(listRecipients, RECIPIENTS),
      replies(lastUsed, { used: [] }),
      replies(listUploads, { uploads: [] }),
      hangs(beginUpload),
    ],
    { language },
  );

test.each([
  [...PHONE, 'en'],
  [1024, 768, 'de'],
  [1440, 900, 'en'],
] as const)(
  'what to make of a chosen tooth is in view at %i × %i in %s, and nothing covers it',
  async (width, height, language) => {
    await page.viewport(width, height);
    await open(language);
    const chart = await screen.findByRole('grid');
    expect(chart.getBoundingClientRect().width).toBeGreaterThan(280);
    const tooth = await screen.findByRole('gridcell', {
      name: /^(upper right first molar|erster Molar oben rechts)/,
    });
    tooth.scrollIntoView({ block: 'center' });
    await userEvent.click(tooth);
    const palette = await screen.findByRole('group', { name: /Add to|Hinzufügen auf/ });
    for (const button of palette.querySelectorAll('button')) {
      await waitFor(() => {
        const { left, top, width: wide, height: high } = button.getBoundingClientRect();
        const hit = document.elementFromPoint(left + wide / 2, top + high / 2);
        expect(button.contains(hit), `${button.textContent} at ${left}, ${top}`).toBe(true);
      });
    }
    expectFits();
  },
);

test('Scans follow keeps its place while files are skipped and uploaded', async () => {
  await page.viewport(1440, 900);
  await open();
  await screen.findByRole('combobox', { name: 'Send to' });
  const box = await screen.findByRole('checkbox', { name: 'Scans follow' });
  const place = () => box.getBoundingClientRect().top + scrollY;
  const before = place();
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  await userEvent.upload(input, [new File(['a'], 'a-upper.stl'), new File(['a'], 'a.exe')]);
  await screen.findByRole('region', { name: 'Uploads' });
  expect(place()).toBe(before);
});
