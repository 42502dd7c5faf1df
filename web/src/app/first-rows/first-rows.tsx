import type { CaseListItem } from '@cusp/contract/case-list';
import type { listCases } from '@cusp/contract/case-list.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { shownStatus } from '@cusp/dental/case-status';
import type { Language } from '@cusp/text/languages';
import { dayOfDate } from '../../client/local-time.ts';
import { wantsOffline } from '../../client/offline-wish.ts';
import { readPersonal } from '../../client/personal-storage.ts';
import { isSmallScreen } from '../../client/small-screen.ts';
import { keptFilters } from '../../features/cases/filters/case-filters.ts';
import { keptDraftsHeight } from '../../features/cases/list/drafts-height.ts';
import { isPlainClick } from '../../features/cases/list/row-links.ts';
import {
  isKeptCompact,
  keptListWidth,
  listRange,
  withinRange,
} from '../../features/cases/list/use-list-layout.ts';
import type { RowWords } from '../../features/cases/list/use-row-words.ts';
import { hadGuestCases } from '../../features/region-visit/had-guest-cases.ts';
import { formatsIn } from '../../ui/format/use-format.ts';
import { isPanelCollapsed } from '../shell/use-panel.ts';
import { FirstRows } from './FirstRows.tsx';
import { type RowTexts, translator } from './row-texts.ts';

type List = ReplyFrom<typeof listCases>;

/** Heights of a row in pixels, and widths of the left panel. */
const ROW = { compact: 45, full: 61 };
const PANEL = { collapsed: 64, full: 256 };

/** How long painted rows stay in milliseconds if the code of the page, which signs idle people out, does not come. */
const STAY_MS = 10 * 60_000;

/** A row with most of what rows have. */
const SAMPLE: CaseListItem = {
  id: 0,
  no: '0',
  author: { username: '', institution: '', picture: null },
  to: { username: '', institution: '', is_unknown: false, picture: null },
  case: { pat_firstname: 'A', pat_lastname: 'B' },
  number_sys: 'FDI',
  restorations: [{ type: 'crown', name: '', teeth: [16], arch: null, material: 'zirconia', shade: 'A2' }],
  restoration_count: 1,
  comment_count: 1,
  unread_comments: 1,
  unread_mention: false,
  published_date: '2026-01-01T00:00:00Z',
  updated_date: '2026-01-01T00:00:00Z',
  files_count: '1',
  deliverydt: '2026-01-01',
  appointment: null,
  status: { code: 'OPEN', prev: null, str: '' },
  actions: [],
  edit_order: null,
  del_enabled: true,
  usertype: 'OT',
};

/** Whether the page will show the list that it has requested, and nothing above it that is not known yet. */
export function mayPaint(): boolean {
  const user = readPersonal('user') as { id: number } | null;
  // Changes that wait for a connection are shown in the rows, and how many wait above them.
  const mayWait = user === null || wantsOffline(user.id);
  return !mayWait && !keptFilters() && !hadGuestCases();
}

/**
 * Returns what paints the rows that fit into the window, which the code of the page then replaces. It paints nothing, and
 * returns false, if there are no cases or the person for whom the list is has signed out in this browser. A sample row is made at once and not shown, so
 * that the browser compiles the code while it waits for the list. `server/src/platform/http/rows-first.ts` loads this.
 */
export function prepareRows(texts: RowTexts, isForReader: () => boolean): (list: List) => boolean {
  const language = document.documentElement.lang as Language;
  const words = wordsIn(texts, language);
  const all = translator(texts, language, 'common')('all');
  const view = { isSmall: isSmallScreen(), isCollapsed: isPanelCollapsed(), isCompact: isKeptCompact() };
  String(<FirstRows items={[SAMPLE]} words={words} all={all} {...view} hasBoxes />);
  return (list) => {
    const root = document.getElementById('root');
    if (!root || root.firstChild || list.posts.length === 0 || !isForReader()) return false;
    const { documentElement: page } = document;
    page.dataset.mantineColorScheme ??= matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const inView = Math.ceil(innerHeight / (view.isCompact ? ROW.compact : ROW.full));
    const items = list.posts.slice(0, inView);
    const hasBoxes = !list.del_disabled_all;
    root.innerHTML = String(
      <FirstRows items={items} words={words} all={all} {...view} hasBoxes={hasBoxes} />,
    );
    const painted = root.firstElementChild as HTMLElement;
    keepWidth(painted, view);
    painted.style.setProperty('--drafts-height', `${keptDraftsHeight()}px`);
    keepClicks(painted, isForReader);
    return true;
  };
}

/** Gives the list the width that the person chose. */
function keepWidth(frame: HTMLElement, { isSmall, isCollapsed }: { isSmall: boolean; isCollapsed: boolean }) {
  const width = keptListWidth();
  const area = innerWidth - (isCollapsed ? PANEL.collapsed : PANEL.full);
  if (width !== null && !isSmall)
    frame.style.setProperty('--list-width', `${withinRange(width, listRange(area))}px`);
}

/**
 * Keeps a click on a row for the page, which repeats it (`features/cases/list/row-links.ts`), and one that began before the
 * rows were replaced. A later second click on the row, and one with a special meaning to the browser, follow the link. The
 * rows are removed if the person signs out in another tab. Nothing holds them once they are replaced.
 */
function keepClicks(painted: Element, isForReader: () => boolean): void {
  let clicked: string | undefined;
  let pressed: string | undefined;
  const replaced = new AbortController();
  const { signal } = replaced;
  const check = () => isForReader() || painted.remove();
  addEventListener('storage', check, { signal });
  addEventListener('pageshow', check, { signal });
  const stay = setTimeout(() => painted.remove(), STAY_MS);
  signal.addEventListener('abort', () => clearTimeout(stay));
  const linkOf = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLElement>('a[data-no]') : null;
  painted.addEventListener('mousedown', (event) => {
    pressed = linkOf(event)?.dataset.no;
  });
  const release = (event: MouseEvent) => {
    const link = linkOf(event);
    if (pressed && link?.dataset.no === pressed && !painted.isConnected && isPlainClick(event)) link.click();
    pressed = undefined;
    if (!painted.isConnected) replaced.abort();
  };
  document.addEventListener('mouseup', release, { signal });
  painted.addEventListener('click', (event) => {
    const link = linkOf(event);
    if (!link || !isPlainClick(event as MouseEvent)) return;
    if (link.dataset.no === clicked && (event as MouseEvent).detail < 2) return;
    event.preventDefault();
    clicked = link.dataset.no;
    painted.querySelector('[data-chosen]')?.removeAttribute('data-chosen');
    link.closest('li')?.setAttribute('data-chosen', 'true');
  });
  globalThis.takeEarlyRow = () => {
    globalThis.takeEarlyRow = undefined;
    if (!pressed) replaced.abort();
    return isForReader() ? clicked : undefined;
  };
}

/** The texts and formats of rows outside of a search. */
function wordsIn(texts: RowTexts, language: Language): RowWords {
  const common = translator(texts, language, 'common');
  const now = new Date();
  return {
    t: translator(texts, language, 'cases') as unknown as RowWords['t'],
    dental: translator(texts, language, 'dental') as unknown as RowWords['dental'],
    format: formatsIn(language, common),
    unknown: common('unknown'),
    today: dayOfDate(now),
    now,
    statusOf: ({ status }) => shownStatus(status.code),
    marks: [],
  };
}
