import type { SharedCase } from '@cusp/contract/sharing';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/use-format.ts';
import classes from './shared-case.module.css';

/** What is known of the order. Nothing of the patient is among it. */
export function SharedFacts({ shared }: { shared: SharedCase }) {
  const { t } = useTranslation('sharing');
  const { t: common } = useTranslation('common');
  const { day, dateTime } = useFormat();
  const nameOf = ({ name, institution }: SharedCase['author']) =>
    [institution, name || common('unknown')].filter(Boolean).join(', ');
  const facts = [
    [t('page.orderId'), shared.no],
    [t('page.from'), nameOf(shared.author)],
    [t('page.to'), nameOf(shared.to)],
    [t('page.delivery'), day(shared.deliverydt) || '–'],
    [t('page.sent'), dateTime(shared.published_date)],
    [t('page.updated'), dateTime(shared.updated_date)],
  ];
  return (
    <section className={classes.section} aria-label={t('page.facts')}>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
