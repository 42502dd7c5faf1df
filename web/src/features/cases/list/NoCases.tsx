import { listRecipients } from '@cusp/contract/drafts.routes';
import { PAGES } from '@cusp/contract/pages';
import { isMaterial, isRestorationType } from '@cusp/dental/restorations';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isGuest, useSession } from '../../../client/session/session-store.ts';
import { useCall } from '../../../client/use-call.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useAlarms, useUnansweredRequests } from '../../connections/alarms.offers.ts';
import { HelpLink } from '../../help/help.offers.tsx';
import { type CaseFilters, NO_FILTERS, narrowing } from '../filters/case-filters.ts';

interface NoCasesProps {
  filters: CaseFilters;
  onClear(filters: CaseFilters): void;
}

/** The reason why the list is empty, and a next step. */
export function NoCases({ filters, onClear }: NoCasesProps) {
  const { t } = useTranslation('cases');
  const session = useSession();
  const onlyStatus = filters.status.length > 0 && narrowing(filters) === 1;
  if (!filters.searchString && narrowing(filters) === 0)
    return isGuest(session) ? <EmptyState drawing="empty" title={t('list.emptyAll')} /> : <NoneAtAll />;
  const support = 'support' in session ? session.support : undefined;
  const isHidden = support?.sees_patients === false;
  const { searchString, restoration, material } = filters;
  const isByCode =
    (restoration === '' || isRestorationType(restoration)) && (material === '' || isMaterial(material));
  const why = !isHidden
    ? null
    : searchString !== ''
      ? 'findsNumbersOnly'
      : isByCode
        ? null
        : 'findsCodesOnly';
  const title = onlyStatus && !filters.searchString ? t('list.empty') : t('list.emptyFound');
  return (
    <EmptyState
      drawing="found"
      title={title}
      {...(why ? { text: t(`list.${why}`) } : {})}
      action={
        <Button
          variant="default"
          size="sm"
          onClick={() => onClear({ ...NO_FILTERS, orderBy: filters.orderBy })}
        >
          {t('list.clearFilters')}
        </Button>
      }
    />
  );
}

/** The empty state without any cases: people without partners are led to the connections first. */
function NoneAtAll() {
  const { t } = useTranslation('cases');
  const { data } = useCall(listRecipients, {}, ['recipients']);
  const isAlone = data?.recipients.length === 0;
  const { contacts } = useAlarms();
  const asked = useUnansweredRequests(isAlone);
  const isKnown = isAlone && (contacts > 0 || asked !== undefined);
  const first = contacts > 0 ? 'emptyInvited' : asked ? 'emptyAsked' : 'emptyAlone';
  return (
    <EmptyState
      drawing="empty"
      title={t('list.emptyAll')}
      text={t(`list.${isKnown ? first : 'emptyAllHint'}`)}
      action={
        isKnown && (
          <>
            <Button component={Link} to={PAGES.connections} variant="default" size="sm">
              {t(first === 'emptyAlone' ? 'list.connect' : 'list.toConnections')}
            </Button>
            <HelpLink to="first-steps" />
          </>
        )
      }
    />
  );
}
