import type { StatusFilter } from '@cusp/dental/case-status';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../../dental-ui/StatusBadge.tsx';
import type { Pile } from '../cards/moves.ts';
import classes from '../filters/status-tabs.module.css';

interface StatusStripProps {
  piles: readonly Pile<StatusFilter>[];
  shown: StatusFilter | null | undefined;
  isPending: boolean;
  onShow(status: StatusFilter): void;
}

/** The columns of the board by name on a phone, which shows one of them. */
export function StatusStrip({ piles, shown, isPending, onShow }: StatusStripProps) {
  const { t, i18n } = useTranslation('cases');
  const { t: dental } = useTranslation('dental');
  const number = new Intl.NumberFormat(i18n.language);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways in all browsers.
    <div className={classes.tabs} role="group" aria-label={t('list.tabs')}>
      {piles.map(({ place, total }) => (
        <button
          key={place}
          type="button"
          className={classes.tab}
          aria-pressed={place === shown}
          onClick={() => onShow(place)}
        >
          <StatusDot status={place} />
          {dental(`statuses.${place}`)}
          <span className={classes.count}>{isPending ? '' : number.format(total)}</span>
        </button>
      ))}
    </div>
  );
}
