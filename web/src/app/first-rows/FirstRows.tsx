import type { CaseListItem } from '@cusp/contract/case-list';
import { STATUS_FILTERS } from '@cusp/dental/case-status';
import { StatusDot } from '../../dental-ui/StatusBadge.tsx';
import pageClasses from '../../features/cases/cases-page.module.css';
import tabClasses from '../../features/cases/filters/status-tabs.module.css';
import { CaseRow } from '../../features/cases/list/CaseRow.tsx';
import paneClasses from '../../features/cases/list/list-pane.module.css';
import type { RowWords } from '../../features/cases/list/use-row-words.ts';
import barClasses from '../shell/mobile-bars.module.css';
import shellClasses from '../shell/shell.module.css';
import panelClasses from '../shell/side-panel.module.css';

interface FirstRowsProps {
  items: readonly CaseListItem[];
  words: RowWords;
  /** Name of the tab of all cases. */
  all: string;
  isSmall: boolean;
  isCollapsed: boolean;
  isCompact: boolean;
  hasBoxes: boolean;
}

/**
 * The list of cases before the code of the page runs: real rows, and what is above them as boxes of the same size. Screen
 * readers and the keyboard wait for the real page; a click on a row opens its case.
 */
export function FirstRows(props: FirstRowsProps) {
  const { items, words, all, isSmall, isCollapsed, isCompact, hasBoxes } = props;
  return (
    <div className={`paint ${shellClasses.shell}`} data-small={isSmall || undefined} aria-hidden>
      {isSmall ? (
        <div className={barClasses.top}>
          <div className={barClasses.bar} />
        </div>
      ) : (
        <div className={panelClasses.panel} data-collapsed={isCollapsed || undefined} />
      )}
      <div className={shellClasses.content}>
        <div className={pageClasses.page} data-wide={!isSmall || undefined} data-layout="list">
          <div className={pageClasses.list}>
            <div className={paneClasses.pane} data-layout="list">
              <Head words={words} all={all} isSmall={isSmall} />
              <div className={paneClasses.sortBar}>
                {/* As high as its buttons on a touch screen. */}
                <span className="mantine-ActionIcon-root" />
              </div>
              <div className={paneClasses.scroll}>
                <div className="paint-drafts" />
                <ul className={paneClasses.rows} data-compact={isCompact || undefined}>
                  <Rows items={items} words={words} hasBoxes={hasBoxes} />
                </ul>
              </div>
            </div>
          </div>
          {!isSmall && <div />}
          {!isSmall && <div className={pageClasses.detail} />}
        </div>
      </div>
    </div>
  );
}

const Rows = ({ items, words, hasBoxes }: Pick<FirstRowsProps, 'items' | 'words' | 'hasBoxes'>) =>
  items.map((item) => (
    <CaseRow
      key={item.id}
      item={item}
      search=""
      words={words}
      isChosen={false}
      hasArrived={false}
      isGone={false}
      isChecked={false}
      isTabStop={false}
      hasBoxes={hasBoxes}
      isSelecting={false}
      sort="updated desc"
      onCheck={() => {}}
    />
  ));

/** Title, search and statuses. */
function Head({ words: { t, dental }, all, isSmall }: Pick<FirstRowsProps, 'words' | 'all' | 'isSmall'>) {
  return (
    <>
      <div className={paneClasses.head}>
        <div className={paneClasses.titleLine}>
          <b className={paneClasses.title}>{t('title')}</b>
          <span className="mantine-Button-root paint-button" data-look={isSmall ? 'main' : undefined}>
            <span className="paint-icon" />
            {!isSmall && t('newCase')}
          </span>
        </div>
        <div className={paneClasses.searchLine}>
          <div className="mantine-Input-input paint-input" />
          <span className="mantine-Button-root paint-button">
            <span className="paint-icon" />
            {t('filter.title')}
          </span>
        </div>
      </div>
      <div className={tabClasses.tabs}>
        <span className={tabClasses.tab}>
          {all}
          <span className={tabClasses.count} />
        </span>
        {STATUS_FILTERS.map((status) => (
          <span key={status} className={tabClasses.tab}>
            <StatusDot status={status} />
            {dental(`statuses.${status}`)}
            <span className={tabClasses.count} />
          </span>
        ))}
      </div>
    </>
  );
}
