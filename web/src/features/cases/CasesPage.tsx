import { PAGES } from '@cusp/contract/pages';
import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router';
import { useSmallScreen } from '../../client/small-screen.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { AUTOMATIC, casePath, isAddress } from './case-paths.ts';
import classes from './cases-page.module.css';
import { DetailPane } from './detail/DetailPane.tsx';
import { ListDivider } from './list/ListDivider.tsx';
import { ListPane } from './list/ListPane.tsx';
import { useCaseList, useKeptFilters } from './list/use-case-list.ts';
import { type Layout, useLayout, useListWidth } from './list/use-list-layout.ts';
import { usePhoneScroll } from './use-phone-scroll.ts';

/** List and detail side by side; below 992 px only one of them. Board and calendar are wide and share it with an open case only. */
export default function CasesPage() {
  const { t } = useTranslation('cases');
  const { caseNo } = useParams();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isWide = !useSmallScreen();
  const pane = useRef<HTMLElement>(null);
  const listPane = useRef<HTMLElement>(null);
  const [width, setWidth] = useListWidth();
  useKeptFilters();
  const [layout, setLayout] = useLayout();
  const list = useCaseList(layout);
  const isList = layout === 'list';
  usePhoneScroll(!isWide, caseNo, list.list);

  const isComing = list.query.isPlaceholderData;
  const first = isComing ? undefined : list.query.data?.posts[0]?.no;
  const isChoosing = isWide && isList && !caseNo;
  useEffect(() => {
    if (isChoosing && first && isAddress(pathname, search))
      void navigate(casePath(first, search), { replace: true, state: AUTOMATIC });
  }, [isChoosing, first, pathname, search, navigate]);

  const showLayout = useLatest((next: Layout) => {
    setLayout(next);
    // The list selects a case automatically; board and calendar start without one.
    void navigate({ pathname: PAGES.cases, search });
  });
  const hasDetail = isWide && isList ? true : caseNo !== undefined;
  return (
    <div
      className={classes.page}
      data-wide={isWide || undefined}
      data-layout={layout}
      data-open={caseNo ? true : undefined}
    >
      {(isWide || !caseNo) && (
        <section ref={listPane} className={classes.list} aria-label={t('list.label')}>
          <ListPane
            list={list}
            chosen={caseNo?.toUpperCase()}
            onLayout={showLayout}
            onNextLayout={setLayout}
          />
        </section>
      )}
      {isWide && isList && <ListDivider list={listPane} width={width} onWidth={setWidth} />}
      {hasDetail && (
        <section ref={pane} className={classes.detail} aria-label={t('detail.label')}>
          {!isWide && <VisuallyHidden component="h1">{t('title')}</VisuallyHidden>}
          <DetailPane
            key={caseNo}
            pane={pane}
            caseNo={caseNo}
            isWaiting={!caseNo && (list.query.isPending || (isChoosing && (isComing || first !== undefined)))}
            hasBack={!isWide || !isList}
            hasCases={!caseNo && first !== undefined}
          />
        </section>
      )}
    </div>
  );
}
