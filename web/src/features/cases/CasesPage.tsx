import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router';
import { useSmallScreen } from '../../client/small-screen.ts';
import { AUTOMATIC, casePath, isAddress } from './case-paths.ts';
import classes from './cases-page.module.css';
import { DetailPane } from './detail/DetailPane.tsx';
import { ListDivider } from './list/ListDivider.tsx';
import { ListPane } from './list/ListPane.tsx';
import { useCaseList, useKeptFilters } from './list/use-case-list.ts';
import { useListWidth } from './list/use-list-layout.ts';
import { usePhoneScroll } from './use-phone-scroll.ts';

/** List and detail side by side; below 992 px only one of them. */
export default function CasesPage() {
  const { t } = useTranslation('cases');
  const { caseNo } = useParams();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isWide = !useSmallScreen();
  const pane = useRef<HTMLElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const listPane = useRef<HTMLElement>(null);
  const [width, setWidth] = useListWidth();
  useKeptFilters();
  const list = useCaseList();
  usePhoneScroll(!isWide, caseNo, list.list);

  const isComing = list.query.isPlaceholderData;
  const first = isComing ? undefined : list.query.data?.posts[0]?.no;
  const isChoosing = isWide && !caseNo;
  useEffect(() => {
    if (isChoosing && first && isAddress(pathname, search))
      void navigate(casePath(first, search), { replace: true, state: AUTOMATIC });
  }, [isChoosing, first, pathname, search, navigate]);

  return (
    <div ref={area} className={classes.page} data-wide={isWide || undefined}>
      {(isWide || !caseNo) && (
        <section ref={listPane} className={classes.list} aria-label={t('list.label')}>
          <ListPane list={list} chosen={caseNo?.toUpperCase()} />
        </section>
      )}
      {isWide && <ListDivider area={area} list={listPane} width={width} onWidth={setWidth} />}
      {(isWide || caseNo) && (
        <section ref={pane} className={classes.detail} aria-label={t('detail.label')}>
          {!isWide && <VisuallyHidden component="h1">{t('title')}</VisuallyHidden>}
          <DetailPane
            key={caseNo}
            pane={pane}
            caseNo={caseNo}
            isWaiting={list.query.isPending || (isChoosing && (isComing || first !== undefined))}
            hasBack={!isWide}
            hasCases={first !== undefined}
          />
        </section>
      )}
    </div>
  );
}
