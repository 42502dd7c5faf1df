import { statusCounts } from '@cusp/contract/dashboard.routes';
import { STATUS_FILTERS } from '@cusp/dental/case-status';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../client/use-call.ts';
import { StatusDot } from '../../dental-ui/StatusBadge.tsx';
import { COUNT_OF, useStatusFilter } from '../../features/cases/filters/status-filter.offers.ts';
import classes from './status-chips.module.css';

/** The case statuses as toggles; 'All' clears the filter. */
export function StatusChips() {
  const { t } = useTranslation(['shell', 'dental', 'common']);
  const { onCases, statuses, toggle, clear } = useStatusFilter();
  const { data } = useCall(statusCounts, {}, ['status-counts']);
  return (
    <fieldset className={classes.chips}>
      <legend className={classes.legend}>{t('statusFilter')}</legend>
      <button
        type="button"
        className={classes.chip}
        aria-pressed={onCases && statuses.length === 0}
        onClick={clear}
      >
        <span className={classes.name}>{t('common:all')}</span>
      </button>
      {STATUS_FILTERS.map((status) => (
        <button
          key={status}
          type="button"
          className={classes.chip}
          aria-pressed={statuses.includes(status)}
          onClick={() => toggle(status)}
        >
          <StatusDot status={status} />
          <span className={classes.name}>{t(`dental:statuses.${status}`)}</span>
          <span className={classes.count}>{data?.status_counts[COUNT_OF[status]]}</span>
        </button>
      ))}
    </fieldset>
  );
}
