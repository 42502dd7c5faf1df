import type { SharedCase } from '@cusp/contract/sharing';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/use-format.ts';
import classes from './shared-case.module.css';

/** What is known of the order. Nothing of the patient is among it. */
export function SharedFacts({ shared }: { shared: SharedCase }) {
  const { t } = useTranslation('cases');
  const { t: common } = useTranslation('common');
  const { day, dateTime } = useFormat();
  const nameOf = ({ name, institution }: SharedCase['author']) =>
    [institution, name || common('unknown')].filter(Boolean).join(', ');
  const facts = [
    [t('detail.orderId'), shared.no],
    [t('detail.clinic'), nameOf(shared.author)],
    [t('detail.recipient'), nameOf(shared.to)],
    [t('detail.delivery'), day(shared.deliverydt) || '–'],
    [t('detail.sent'), dateTime(shared.published_date)],
    [t('detail.updated'), dateTime(shared.updated_date)],
  ];
  return (
    <section className={classes.section} aria-label={t('detail.facts')}>
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
