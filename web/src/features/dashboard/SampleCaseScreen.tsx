import type { Restoration } from '@cusp/contract/cases';
import { PAGES } from '@cusp/contract/pages';
import { fullName } from '@cusp/text/names';
import { useTranslation } from 'react-i18next';
import { dayOfDate } from '../../client/local-time.ts';
import { StatusBadge } from '../../dental-ui/StatusBadge.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RestorationsSection } from '../cases/cases.offers.tsx';
import classes from './sample-case.module.css';

const restoration = (id: number, type: string, teeth: number[], material: string): Restoration => ({
  id,
  displayName: '',
  type,
  tooth_no: '',
  number_sys: 'FDI',
  teeth,
  arch: null,
  shade: 'A2',
  stump_shade: '',
  meant: [],
  material: { code: material, name: '' },
});

/** The order of the example; it exists only in this file. */
const ORDER: Parameters<typeof RestorationsSection>[0]['dentalCase'] = {
  restorations: [
    restoration(1, 'crown', [16], 'zirconia'),
    restoration(2, 'veneer', [11], 'lithium_disilicate'),
  ],
  number_sys: 'FDI',
  no_restoration_reason: '',
  scans_follow: false,
};

const STEPS = [
  { status: 'Open', text: 'sent' },
  { status: 'InProgress', text: 'started' },
  { status: 'Completed', text: 'done' },
] as const;

const DAYS_UNTIL_DUE = 7;

/** An example for people without cases. It is drawn from constants, so that no list, count or export has it. */
export default function SampleCaseScreen() {
  const { t } = useTranslation('dashboard');
  const { t: cases } = useTranslation('cases');
  const format = useFormat();
  const due = new Date();
  due.setDate(due.getDate() + DAYS_UNTIL_DUE);
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('sample.title')}
        text={t('sample.text')}
        back={{ to: PAGES.dashboard, text: t('sample.back') }}
      />
      <article className={classes.case}>
        <header className={classes.head}>
          <h2 className={classes.patient}>{fullName(t('sample.first'), t('sample.last'))}</h2>
          <StatusBadge status="InProgress" />
          <span className={classes.due}>{t('sample.due', { date: format.day(dayOfDate(due)) })}</span>
        </header>
        <div className={classes.order}>
          <RestorationsSection dentalCase={ORDER} />
        </div>
        <section>
          <h3 className={classes.heading}>{cases('detail.note')}</h3>
          <p className={classes.note}>{t('sample.note')}</p>
        </section>
      </article>
      <section className={classes.case}>
        <h2 className={classes.heading}>{t('sample.steps')}</h2>
        <ol className={classes.steps}>
          {STEPS.map(({ status, text }) => (
            <li key={status}>
              <StatusBadge status={status} />
              <span>{t(`sample.${text}`)}</span>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
