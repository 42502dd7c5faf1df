import type { CaseListItem } from '@cusp/contract/case-list';
import { shownStatus } from '@cusp/dental/case-status';
import { fullName } from '@cusp/text/names';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../client/api-error.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { DottedLine } from '../../../ui/DottedLine.tsx';
import classes from './bulk.module.css';
import type { Hindrance } from './bulk-plan.ts';

interface LeftOutProps {
  title: string;
  rows: readonly { item: CaseListItem; reason: Hindrance | ApiError | 'stopped' | 'unclear' }[];
}

/** Cases that are not, or perhaps not, changed, with the reason; renders nothing without any. */
export function LeftOut({ title, rows }: LeftOutProps) {
  const { t } = useTranslation('cases');
  const { t: dental } = useTranslation('dental');
  const { t: errors } = useTranslation('errors');
  const wordsOf = (reason: LeftOutProps['rows'][number]['reason']): string => {
    if (reason === 'stopped' || reason === 'unclear') return t(`bulk.why.${reason}`);
    if (!('why' in reason)) {
      const isStale = reason.code === 'action_not_open' || reason.code === 'assignee_changed';
      if (reason.code === 'not_found') return t('bulk.why.gone');
      if (reason.code === 'proposal_open') return t('detail.completeWaits');
      if (!isStale) return errorText(errors, reason);
      return reason.changedBy ? t('bulk.why.changedBy', { name: reason.changedBy }) : t('bulk.why.changed');
    }
    if (reason.why === 'waits') return t('detail.completeWaits');
    if (reason.why === 'closed') return errors('case_closed');
    if (reason.why === 'fromStatus')
      return t('bulk.why.fromStatus', { status: dental(`statuses.${shownStatus(reason.status)}`) });
    return t(`bulk.why.${reason.why}`);
  };
  if (rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <Text size="sm" fw="var(--weight-medium)">
        {title}
      </Text>
      <ul className={classes.leftOut}>
        {rows.map(({ item, reason }) => (
          <li key={item.id}>
            <span className={classes.which} dir="auto">
              <DottedLine facts={[fullName(item.case.pat_firstname, item.case.pat_lastname), item.no]} />
            </span>
            <span className={classes.why}>{wordsOf(reason)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
