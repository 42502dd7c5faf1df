import type { CaseContent, CaseDetail } from '@cusp/contract/cases';
import { getCase, getCaseByNo, openCase } from '@cusp/contract/cases.routes';
import { PAGES } from '@cusp/contract/pages';
import { statusAfterOpening } from '@cusp/dental/case-status';
import { Button } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { memo, type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import type { ApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useWhenIdle } from '../../../ui/when-idle.ts';
import { useGuestCases } from '../../region-visit/region-visit.offers.tsx';
import { caseKeyOf } from '../case-facts.ts';
import { isAutomatic } from '../case-paths.ts';
import { CaseView } from './CaseView.tsx';
import classes from './case-view.module.css';
import { DetailSkeleton } from './DetailSkeleton.tsx';

/** Loads a case by the number or id in the path. */
function useCase(caseNo: string): UseQueryResult<CaseDetail, ApiError> {
  const key = caseKeyOf(caseNo);
  return useQuery<CaseDetail, ApiError>({
    queryKey: ['case', key && ('id' in key ? key.id : key.no)],
    enabled: key !== null,
    queryFn: ({ signal }) =>
      key && 'no' in key
        ? call(getCaseByNo, { params: key }, { signal })
        : call(getCase, { params: { id: key?.id ?? 0 } }, { signal }),
  });
}

interface DetailPaneProps {
  /** The element that contains the case. */
  pane: RefObject<HTMLElement | null>;
  /** Number or id from the path. */
  caseNo: string | undefined;
  /** The list is loading and may select a case. */
  isWaiting: boolean;
  /** Below 992 px there is a Back button to the list. */
  hasBack: boolean;
  /** The list has cases to choose from. */
  hasCases: boolean;
}

/** The open case, or the reason why no case is shown. */
export const DetailPane = memo(function DetailPane(props: DetailPaneProps) {
  const { pane, caseNo, isWaiting, hasBack, hasCases } = props;
  const { t } = useTranslation('cases');
  if (caseNo) return <OpenCase pane={pane} caseNo={caseNo} hasBack={hasBack} />;
  if (isWaiting) return <DetailSkeleton hasBack={hasBack} />;
  return (
    <div className={classes.nothing}>
      <EmptyState
        drawing="empty"
        title={t('detail.none')}
        text={hasCases ? t('detail.noneHint') : undefined}
      />
    </div>
  );
});

function OpenCase({ pane, caseNo, hasBack }: { caseNo: string } & Pick<DetailPaneProps, 'pane' | 'hasBack'>) {
  const query = useCase(caseNo);
  const { data: current, error, isFetching, refetch } = query;
  const attention = useAttention(pane);
  // A cached response may predate a change back to Open.
  useOpening(isFetching ? undefined : current, attention);
  // Renders interruptibly, however often the case changes in the meantime.
  const later = useDeferredValue(current) ?? current;
  const data = useWhenIdle(current !== undefined) ? later : undefined;
  if (error?.status === 404 || caseKeyOf(caseNo) === null) return <Gone />;
  if (data) return <CaseView dentalCase={data} isLookedAt={attention !== 'none'} hasBack={hasBack} />;
  if (error && !current && !isFetching) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <DetailSkeleton hasBack={hasBack} />;
}

/**
 * The case does not exist, was deleted, or is no longer shared with this person. People with cases in the other region
 * get a link there for any number, so that it does not reveal whether such a case exists.
 */
function Gone() {
  const { t } = useTranslation('cases');
  const { t: words } = useTranslation('visit');
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const elsewhere = useGuestCases();
  const visit = new URLSearchParams({ next: pathname + search + hash });
  return (
    <div role="alert" className={classes.nothing}>
      <EmptyState
        drawing="lost"
        title={t('detail.gone')}
        text={elsewhere ? words(`gone.${elsewhere.region}`) : t('detail.goneHint')}
        action={
          <>
            {elsewhere && (
              <Button component={Link} to={`${PAGES.regionVisit}?${visit}`} size="sm">
                {words(`look.${elsewhere.region}`)}
              </Button>
            )}
            <Button variant="default" size="sm" onClick={() => navigate({ pathname: PAGES.cases, search })}>
              {t('detail.toList')}
            </Button>
          </>
        }
      />
    </div>
  );
}

/**
 * How a person has interacted with the case on the screen: `none` if the list selected it without any interaction,
 * `looked` after scrolling in it, `opened` after choosing it or clicking in it.
 */
type Attention = 'none' | 'looked' | 'opened';

const LOOKS = ['wheel', 'pointerdown', 'keydown'] as const;

/** The person's interaction with the case in the pane since it is shown. */
function useAttention(pane: RefObject<HTMLElement | null>): Attention {
  const isChosen = !isAutomatic(useLocation().state);
  const [acted, setActed] = useState<Attention>('none');
  useEffect(() => {
    const box = pane.current;
    if (!box || isChosen || acted === 'opened') return;
    // Tab only moves through, and Enter on a control fires a click.
    const looked = (event: Event) => {
      if (!(event instanceof KeyboardEvent && event.key === 'Tab')) setActed('looked');
    };
    // After the click's own handlers: rendering before them would revert a ticked checkbox.
    const opened = () => setTimeout(() => setActed('opened'));
    for (const name of LOOKS) box.addEventListener(name, looked, { passive: true });
    box.addEventListener('click', opened);
    return () => {
      for (const name of LOOKS) box.removeEventListener(name, looked);
      box.removeEventListener('click', opened);
    };
  }, [pane, isChosen, acted]);
  return isChosen ? 'opened' : acted;
}

/** Reports to the server, once per opening, that the person is the first of their side to open the case. */
function useOpening(dentalCase: CaseContent | undefined, attention: Attention): void {
  const { key } = useLocation();
  const reported = useRef<string | null>(null);
  const isSeen = useDocumentVisibility() === 'visible';
  const id = dentalCase?.id;
  const isFirst =
    dentalCase !== undefined &&
    statusAfterOpening(dentalCase.usertype, dentalCase.status.code) !== dentalCase.status.code;
  const isOpened = isSeen && attention === 'opened' && id !== undefined;
  useEffect(() => {
    if (!isOpened || reported.current === key) return;
    reported.current = key;
    // If it fails, the case stays Open until it is opened again.
    if (isFirst) void call(openCase, { params: { id } }).catch(() => {});
  }, [isOpened, isFirst, id, key]);
}
