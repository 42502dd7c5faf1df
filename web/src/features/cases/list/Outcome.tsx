import type { removeCases } from '@cusp/contract/case-changes';
import type { CaseListItem } from '@cusp/contract/case-list';
import type { ReplyOf } from '@cusp/contract/endpoint';
import { fullName } from '@cusp/contract/names';
import { useTranslation } from 'react-i18next';
import classes from './undo-notice.module.css';

export interface OutcomeProps {
  deleted: readonly CaseListItem[];
  kept: readonly { item: CaseListItem; code: ReplyOf<typeof removeCases>['kept'][number]['code'] }[];
}

const nameOf = ({ no, case: { pat_firstname, pat_lastname } }: CaseListItem) =>
  [no, fullName(pat_firstname, pat_lastname)].filter(Boolean).join(' · ');

/** Which of several cases were deleted, and which were not. */
export function Outcome({ deleted, kept }: OutcomeProps) {
  const { t } = useTranslation('cases');
  const { t: errors } = useTranslation('errors');
  return (
    <dl className={classes.outcome}>
      <dt>{t('list.kept', { count: kept.length })}</dt>
      {kept.map(({ item, code }) => (
        <dd key={item.id}>
          {nameOf(item)}
          <span className={classes.why}>{code === 'not_found' ? t('detail.gone') : errors(code)}</span>
        </dd>
      ))}
      <dt>{t('list.deleted', { count: deleted.length })}</dt>
      {deleted.map((item) => (
        <dd key={item.id}>{nameOf(item)}</dd>
      ))}
    </dl>
  );
}
