import '@mantine/core/styles.layer.css';
import '../../ui/styles/base.css';
import '../../ui/styles/touch.css';
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
import type { Language } from '@cusp/contract/wire';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import fixtures from '../../../../contract/fixtures/cases.json';
import { CASES } from '../../testing/golden.ts';
import { expectFits } from '../../testing/layout.ts';
import { type Answer, refuses, replies } from '../../testing/replies.ts';
import { openScreen } from '../../testing/screen.tsx';
import { afterNextFrame } from '../../viewer/after-next-frame.ts';

const PHONE = [390, 844] as const;
const CASE = fixtures.getCase.reply as CaseDetail;
const [FILE] = CASE.files as [CaseDetail['files'][number]];
const LONG = {
  en: 'Taumatawhakatangihangakoauauotamateaturipukakapikimaungahoronukupokaiwhenuakitanatahu',
  de: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  ko: '김수한무거북이와두루미삼천갑자동방삭치치카포사리사리센타워리워리세브리깡무두셀라구름이허리케인',
} as const satisfies Partial<Record<Language, string>>;

const MARGIN = '0 0 0\n10 0 0\n0 10 0\n';

afterEach(() => page.viewport(...PHONE));

/**
 * A tetrahedron as a text STL with the same number of characters for every edge length; its shape does not reveal the
 * patient's front.
 */
function tetrahedron(edge = '40'): string {
  const corners = ['0 0 0', `${edge} 0 0`, `0 ${edge} 0`, `0 0 ${edge}`];
  const faces = [
    [0, 2, 1],
    [0, 1, 3],
    [1, 2, 3],
    [0, 3, 2],
  ].map(
    (face) =>
      `facet normal 0 0 0 outer loop\n${face.map((at) => `vertex ${corners[at]}`).join('\n')}\nendloop\nendfacet`,
  );
  return ['solid a', ...faces, 'endsolid a'].join('\n');
}

async function openStage(
  name: string,
  language: Language,
  download: Answer['respond'] = async () => new Response(tetrahedron()),
  // Prevents the viewer from uploading one.
  preview = 'Preview3D.png',
): Promise<HTMLElement> {
  const names = ['scan-upperjaw.stl', 'scan-lowerjaw.stl', preview, 'scan-23-Margin.xyz'];
  const files = names.map((filename, index) => ({
    ...FILE,
    id: 7001 + index,
    filename,
    size: (filename.endsWith('.xyz') ? MARGIN : tetrahedron()).length,
    scan: filename.endsWith('.xyz')
      ? { role: 'margin', tooth: 23, by: 'name', is_editable: true }
      : undefined,
    earlier: [],
  }));
  const dentalCase = { ...CASE, files, patient: { ...CASE.patient, firstname: name, lastname: name } };
  await openScreen(
    `/cases/${CASE.no}`,
    [
      replies(listCases, CASES),
      replies(listDrafts, { drafts: [] }),
      replies(getCaseByNo, dentalCase as CaseDetail),
      replies(listFiles, { files } as never),
      replies(listUploads, { uploads: [] }),
      replies(heartbeat, { people: [] }),
      replies(leaveCase, {}),
      replies(seeComments, { unread_comments: 0, unread_mention: false }),
      replies(caseHistory, { id: CASE.id, entries: [], next: null }),
      refuses(lightCopy, 'not_found'),
      {
        route: downloadFile,
        respond: async (sent) => (sent.path.includes('/7004/') ? new Response(MARGIN) : download(sent)),
      },
    ],
    { language },
  );
  const show = await screen.findByRole('button', { name: i18next.t('viewer:show3d') });
  expectTooth(await screen.findByText(/FDI 23$/));
  await userEvent.click(show);
  return screen.findByRole('dialog', { name: i18next.t('viewer:title') });
}

/** The list of files names the tooth of a margin line, however narrow it is. */
function expectTooth(words: HTMLElement): void {
  expect(words.scrollWidth, words.textContent).toBeLessThanOrEqual(words.clientWidth);
}

/** The viewer fills the window as soon as the scans are shown. */
const whenShown = (stage: HTMLElement) =>
  waitFor(() => expect(stage.hasAttribute('data-maximised'), stage.textContent).toBe(true));

async function openViewer(name: string, language: Language): Promise<HTMLElement> {
  const stage = await openStage(name, language);
  await whenShown(stage);
  return stage;
}

/** The title can be read, and every control of the head is large enough and can be reached at its centre. */
function expectReached(stage: HTMLElement): void {
  expect(stage.querySelector('header p')?.getBoundingClientRect().width).toBeGreaterThan(120);
  const covered = [...stage.querySelectorAll('header button')].filter((button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    const isReached = button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    return button.checkVisibility() && !(isReached && width >= 34 && height >= 34);
  });
  expect(covered.map((button) => button.getAttribute('aria-label'))).toEqual([]);
}

// One viewer for several sizes, because opening it takes longer than all checks.
test.each<[keyof typeof LONG, ...(readonly [number, number])[]]>([
  ['en', PHONE],
  ['de', [1440, 900], [1024, 768], PHONE],
  ['ko', PHONE],
])(
  'the viewer with a long name in %s fits a phone, and a window made smaller',
  async (language, first, ...smaller) => {
    await page.viewport(...first);
    const stage = await openViewer(LONG[language], language);
    const title = `${LONG[language]} ${LONG[language]}`;
    expect(within(stage).getByTitle(title, { exact: false })).toBeTruthy();
    for (const size of [first, ...smaller]) {
      await page.viewport(...size);
      await waitFor(() => {
        expectFits();
        expectReached(stage);
      });
    }
    // A phone has the views in a menu, and the layers in a sheet.
    await userEvent.click(within(stage).getByRole('button', { name: i18next.t('viewer:views.title') }));
    await within(stage).findByRole('menuitem', { name: i18next.t('viewer:views.front') });
    await waitFor(expectFits);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(within(stage).getByRole('button', { name: i18next.t('viewer:layers') }));
    expect(within(stage).getAllByRole('slider')).toHaveLength(2);
    await waitFor(expectFits);
  },
);

test('failed downloads are named on an opaque ground and can be tried again', async () => {
  await page.viewport(...PHONE);
  let isDown = true;
  const stage = await openStage('Li', 'en', async () =>
    isDown ? Promise.reject(new TypeError('Failed to fetch')) : new Response(tetrahedron('04')),
  );
  const alert = await within(stage).findByRole('alert');
  expect(alert.textContent).toContain('scan-upperjaw.stl');
  expectFits();
  document.documentElement.dataset.mantineColorScheme = 'dark';
  expect(getComputedStyle(alert).backgroundColor).toMatch(/^rgb\(/);
  document.documentElement.dataset.mantineColorScheme = 'light';
  isDown = false;
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  await whenShown(stage);
  expect(within(stage).queryByRole('alert')).toBeNull();
  // No jaw is 4 mm wide, so the unit of both is asked for, under one title.
  expect(await within(stage).findByText('In which unit are these scans?')).toBeTruthy();
  await userEvent.click(within(stage).getByRole('button', { name: 'Tools' }));
  await userEvent.click(await within(stage).findByRole('menuitemcheckbox', { name: 'Undercuts' }));
  expect(await within(stage).findByText('mm (unit?)')).toBeTruthy();
  await waitFor(expectFits);
});

test('scans that are cut when the last one has come give the case no preview', async () => {
  await page.viewport(1024, 768);
  let isDown = true;
  const lower = async ({ path }: { path: string }) => {
    if (isDown && path.includes('/7002/')) throw new TypeError('Failed to fetch');
    return new Response(tetrahedron());
  };
  const stage = await openStage('Li', 'en', lower, 'letter.pdf');
  await whenShown(stage);
  const again = await within(stage).findByRole('button', { name: 'Try again' });
  await userEvent.click(within(stage).getByRole('button', { name: 'Tools' }));
  await userEvent.click(await within(stage).findByRole('menuitemcheckbox', { name: 'Section' }));
  isDown = false;
  const taken = vi.spyOn(globalThis, 'createImageBitmap');
  await userEvent.click(again);
  await waitFor(() => expect(within(stage).queryByRole('alert')).toBeNull());
  // Its button is gone, and no element outside of the dialog can have the focus.
  expect(document.activeElement).toBe(stage);
  await within(stage).findByText('New in the picture: scan-lowerjaw.stl');
  await new Promise<void>((resolve) => void afterNextFrame(resolve));
  expect(taken).not.toHaveBeenCalled();
});

test('a picture that the graphics card does not bring back can be opened again', async () => {
  await page.viewport(...PHONE);
  const stage = await openViewer('Li', 'en');
  const context = stage.querySelector('canvas')?.getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  const again = await within(stage).findByRole('button', { name: 'Open again' }, { timeout: 30_000 });
  expect(within(stage).getByRole('alert').textContent).toContain('The picture does not come back');
  await userEvent.click(again);
  // The button disappears with the viewer that lost its context.
  await waitFor(() => expect(again.isConnected).toBe(false));
  const reopened = await screen.findByRole('dialog', { name: i18next.t('viewer:title') });
  await whenShown(reopened);
  expect(within(reopened).queryByRole('alert')).toBeNull();
  expect(reopened.querySelector('canvas')?.getContext('webgl2')?.isContextLost()).toBe(false);
});

test('an angle is measured by keyboard, also after measuring had failed and was started again', async () => {
  await page.viewport(1024, 768);
  const workers: Worker[] = [];
  vi.stubGlobal(
    'Worker',
    class extends Worker {
      constructor(address: URL, options: WorkerOptions) {
        super(address, options);
        if (address.href.includes('surfaces')) workers.push(this);
      }
    },
  );
  const stage = await openViewer('Li', 'en');
  const canvas = stage.querySelector('canvas') as HTMLCanvasElement;
  await userEvent.click(within(stage).getByRole('button', { name: 'Tools' }));
  await userEvent.click(await within(stage).findByRole('menuitemcheckbox', { name: 'Measure an angle' }));
  // The centre is on an edge of the scans at first.
  const [right, up] = ['{Shift>}{ArrowRight}{/Shift}', '{Shift>}{ArrowUp}{/Shift}'];
  const measure = () => {
    canvas.focus();
    // While held, Enter sets no second point at the same place.
    return userEvent.keyboard(`${right}${up}{Enter>3/}${right}{Enter}${up}{Enter}`);
  };
  const angles = () => within(stage).queryAllByText('90.0°', { selector: 'strong' });
  await measure();
  await waitFor(() => expect(angles()).toHaveLength(1));

  act(() => void workers.at(-1)?.dispatchEvent(new Event('error')));
  const alert = await within(stage).findByRole('alert');
  expect(alert.textContent).toContain('Measuring has stopped working');
  await waitFor(expectFits);
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(within(stage).queryByRole('alert')).toBeNull();
  expect(document.activeElement).toBe(canvas);
  await measure();
  await waitFor(() => expect(angles()).toHaveLength(2));
  expect(workers).toHaveLength(2);
});
