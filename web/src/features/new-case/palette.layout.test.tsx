import '@mantine/core/styles.layer.css';
import '../../ui/styles/base.css';
import '../../ui/styles/touch.css';
import { listScanners } from '@cusp/contract/devices.routes';
import { getDraft, listRecipients } from '@cusp/contract/drafts.routes';
import { listUploads } from '@cusp/contract/uploads.routes';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DRAFT, RECIPIENTS } from '../../testing/golden.ts';
import { expectFits } from '../../testing/layout.ts';
import { replies } from '../../testing/replies.ts';
import { openScreen } from '../../testing/screen.tsx';

const PHONE = [390, 844] as const;

afterEach(() => page.viewport(...PHONE));

test.each([PHONE, [1024, 768], [1440, 900]] as const)(
  'what to make of a chosen tooth is in view at %i × %i, and nothing covers it',
  async (width, height) => {
    await page.viewport(width, height);
    await openScreen('/cases/new/113', [
      replies(getDraft, { ...DRAFT, restorations: [] }),
      replies(listScanners, { scanners: [], last_device_id: null }),
      replies(listRecipients, RECIPIENTS),
      replies(listUploads, { uploads: [] }),
    ]);
    const tooth = await screen.findByRole('gridcell', { name: /^upper right first molar/ });
    tooth.scrollIntoView({ block: 'center' });
    await userEvent.click(tooth);
    const palette = await screen.findByRole('group', { name: /Add to/ });
    for (const name of ['Crown', 'Veneer', 'Inlay', 'Other …']) {
      const button = [...palette.querySelectorAll('button')].find(({ textContent }) => textContent === name);
      await waitFor(() => {
        const { left, top, width: wide, height: high } = (button as HTMLElement).getBoundingClientRect();
        const hit = document.elementFromPoint(left + wide / 2, top + high / 2);
        expect(button?.contains(hit), `${name} at ${left}, ${top}`).toBe(true);
      });
    }
    expectFits();
  },
);
